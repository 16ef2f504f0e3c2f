import { once } from "node:events";
import { connect } from "node:net";
import { createHistogram } from "node:perf_hooks";

/**
 * Sends the bytes `REQUEST` to `PORT`, `RATE` times a second for `SECONDS`, over 64 connections. It
 * does not wait for answers. It prints the 99th percentile of the answer time in microseconds,
 * measured from the moment when the request was due, and the number of missing answers. The first
 * second is not measured, as servers warm up in it.
 */
const { PORT = "", RATE = "", SECONDS = "", REQUEST = "" } = process.env;
const CONNECTIONS = 64;

const latencies = createHistogram();
const connections = await Promise.all(Array.from({ length: CONNECTIONS }, open));
const perMs = Number(RATE) / 1000;
const start = performance.now();
const [measured, end] = [start + 1000, start + 1000 + Number(SECONDS) * 1000];
let [sent, answered] = [0, 0];
const timer = setInterval(() => {
  const now = performance.now();
  for (const last = now < end ? Math.floor((now - start) * perMs) : sent; sent < last; sent += 1) {
    connections[sent % CONNECTIONS]?.ask(start + sent / perMs);
  }
  if (now < end + 500) return;
  clearInterval(timer);
  process.stdout.write(`p99=${latencies.percentile(99)} lost=${sent - answered}\n`);
  process.exit();
}, 1);

/** Opens a connection. Every answer must have the same length as the first. */
async function open() {
  const socket = connect(Number(PORT), "127.0.0.1");
  await once(socket, "connect");
  socket.setNoDelay(true).write(REQUEST);
  const [first] = await once(socket, "data");
  const length = lengthOf(first);
  for (let got = first.length; got < length; ) got += (await once(socket, "data"))[0].length;

  const due: number[] = [];
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    for (bytes += chunk.length; bytes >= length; bytes -= length) {
      const asked = due.shift() ?? 0;
      if (asked > measured)
        latencies.record(Math.max(1, Math.round((performance.now() - asked) * 1000)));
      answered += 1;
    }
  });
  return {
    ask: (at: number) => {
      due.push(at);
      socket.write(REQUEST);
    },
  };
}

function lengthOf(answer: Buffer): number {
  const head = answer.indexOf("\r\n\r\n") + 4;
  const [, length = "0"] = /\r\nContent-Length: (\d+)/i.exec(answer.toString("latin1")) ?? [];
  return head + Number(length);
}
