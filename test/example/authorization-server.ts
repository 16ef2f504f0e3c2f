import { restrictToOwner } from "../../build/cli/keys/edit-keys.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";

/**
 * The authorization server of the tests, to try access tokens with. Prints its address and a token
 * that is good for an hour, and runs until it is stopped: an example, with new keys at every start,
 * and nothing for production.
 */
const { PORT: port, JWT_AUDIENCE: audience } = process.env;
try {
  const server = await startAuthorizationServer({
    port: Number(port || 9000),
    audience: audience || "http://127.0.0.1:8080",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void server.stop());
  const token = await server.issue({ sub: "example", scope: "gamedata:read" });
  restrictToOwner(process.stdout.fd);
  process.stdout.write(`AUTH_URL=${server.issuer}\nTOKEN=${token}\n`);
} catch (error) {
  if (!(error instanceof Error && "code" in error)) throw error;
  process.stderr.write(`PORT: ${port || 9000} cannot be listened on: ${error.message}\n`);
  process.exitCode = 1;
}
