// A server of somebody else that has the whole service below /gamedata, beside its own routes:
//   node own-server.js dist 3000
import { fastify } from "fastify";
import { type Caller, gamedata } from "gamedata-reference/fastify";

const [site = "dist", port = "3000"] = process.argv.slice(2);

/** The members of this server by what they send, and what each may do. */
const members = new Map([["open sesame", { name: "ali", scopes: ["gamedata:read"] }]]);

function callerOf(password: string | undefined): Caller {
  if (password === undefined) return { kind: "anonymous" };
  const member = members.get(password);
  if (member === undefined) return { kind: "rejected", reason: "nobody has this password" };
  return { kind: "keyed", id: `member:${member.name}`, scopes: member.scopes };
}

const app = fastify();
app.get("/", async () => ({ heroes: "/gamedata/v1/overwatch/heroes" }));
app.register(gamedata, {
  site,
  prefix: "/gamedata",
  limits: { anonymous: 10 },
  trustProxy: "inherited",
  identify: ({ headers }) => callerOf(headers["x-password"]?.toString()),
});

console.log(await app.listen({ host: "127.0.0.1", port: Number(port) }));
process.once("SIGTERM", () => app.close());
