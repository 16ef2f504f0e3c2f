import httpProxy from "@fastify/http-proxy";
import fastify from "fastify";
import { announce } from "./announce.ts";

/** The usual proxy before an origin: @fastify/http-proxy passes requests on to `ORIGIN`. */
const app = fastify();
await app.register(httpProxy, {
  upstream: process.env["ORIGIN"] ?? "",
  httpMethods: ["GET", "HEAD"],
});
await app.listen({ host: "127.0.0.1", port: 0 });
announce(app.server);
