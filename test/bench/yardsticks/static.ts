import rateLimit from "@fastify/rate-limit";
import serveStatic from "@fastify/static";
import fastify from "fastify";
import { announce } from "./announce.ts";

/**
 * The usual server of files with limits: @fastify/static with @fastify/rate-limit. It serves the
 * folder `SITE`.
 */
const app = fastify();
await app.register(rateLimit, { max: 1_000_000_000, timeWindow: 60_000 });
await app.register(serveStatic, { root: process.env["SITE"] ?? "", wildcard: true });
await app.listen({ host: "127.0.0.1", port: 0 });
announce(app.server);
