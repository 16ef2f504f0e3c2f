import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { portOf, serve, site } from "../helpers/program.ts";
import { getRaw } from "../helpers/proxy.ts";

it("CONNECT of a client that hangs up at once does not end the service", async () => {
  const port = await portOf(serve({ ...site(), PORT: "0" }));
  for (let count = 0; count < 50; count += 1) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write("CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", () => socket.resetAndDestroy());
    await once(socket, "close");
  }
  expect((await getRaw(port, "/health")).status).toBe(200);
});
