import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection that is held by hand, and what has come over it. */
export type Connection = {
  socket: Socket;
  received: () => string;
  /** Milliseconds from the connection's start to its end. */
  ended: Promise<number>;
};

/** Opens a connection and sends bytes; nothing is closed from this side before the test ends. */
export async function hold(port: number, bytes = "") {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    received += text;
  });
  const start = performance.now();
  const ended = new Promise<number>((resolve) => {
    const end = () => resolve(performance.now() - start);
    socket.on("end", end).on("close", end).on("error", end);
  });
  await new Promise<void>((resolve) =>
    socket.once("connect", resolve).once("error", () => resolve()),
  );
  if (bytes !== "") socket.write(bytes, "latin1");
  return { socket, received: () => received, ended };
}
