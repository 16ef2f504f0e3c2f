import { familyOf, memoryMbOf } from "./programs.ts";
import type { World } from "./world.ts";

const EACH_MS = 1_000;

/** What the processes of the service had in memory together, in megabytes. */
export type Taken = {
  startMb: number;
  endMb: number;
  peakMb: number;
  /** The fault of that moment. */
  peakIn: string;
};

/**
 * Measures what the service takes each second, those of its processes included that come and go.
 */
export function createMemory(world: World): { end: () => Taken } {
  const measure = () => memoryMbOf(familyOf(world.proxy));
  const startMb = measure();
  let peakMb = startMb;
  let peakIn = "the start";
  const look = () => {
    const mb = measure();
    if (mb <= peakMb) return;
    peakMb = mb;
    peakIn = world.fault;
  };
  const timer = setInterval(look, EACH_MS);
  return {
    end: () => {
      clearInterval(timer);
      return { startMb, endMb: measure(), peakMb, peakIn };
    },
  };
}
