import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { portOf, printedBy, serve, site } from "../../helpers/program.ts";
import { getRaw } from "../../helpers/proxy.ts";
import { samplesOf } from "../wire.ts";

describe("gamedata serve with METRICS_PORT", () => {
  it("says where the metrics are, on loopback only, and reports real requests", async () => {
    const program = serve({ ...site(), PORT: "0", METRICS_PORT: "0" });
    const [, url = ""] = await printedBy(
      program,
      /metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)"/,
    );
    const port = await portOf(program);
    await getRaw(port, "/v1/games");
    const found = await samplesOf(fetch(url).then((answer) => answer.text()));

    expect(
      found.get('gamedata_requests_total{route="/v1/games",status="200",tier="anonymous"}'),
    ).toBe(1);
    expect(found.get("gamedata_windows")).toBe(1);
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === "IPv4" && !address.internal);
    for (const address of outside) {
      await expect(fetch(url.replace("127.0.0.1", address?.address ?? ""))).rejects.toThrow();
    }
    program.child.kill("SIGTERM");
    expect(await program.exited).toBe(0);
  });
});
