import { memoryMbOf } from "../harness/programs.ts";
import type { World } from "./world.ts";

const INTERVAL_MS = 1_000;

/** The memory of all instances together, in megabytes. */
export type MemoryUse = {
  startMb: number;
  endMb: number;
  peakMb: number;
  /** The fault at the time of the peak. */
  peakIn: string;
};

/**
 * Measures the memory of the service each second, with the processes that exist at that time.
 */
export function startMemoryWatch(world: World): { end: () => MemoryUse } {
  const measure = () => memoryMbOf(world.instances.map(({ program }) => program().child.pid ?? 0));
  const startMb = measure();
  let peakMb = startMb;
  let peakIn = "the start";
  const look = () => {
    const mb = measure();
    if (mb <= peakMb) return;
    peakMb = mb;
    peakIn = world.fault;
  };
  const timer = setInterval(look, INTERVAL_MS);
  return {
    end: () => {
      clearInterval(timer);
      return { startMb, endMb: measure(), peakMb, peakIn };
    },
  };
}
