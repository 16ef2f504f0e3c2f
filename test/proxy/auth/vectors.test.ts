import type { JWK } from "jose";
import { describe, expect, it } from "vitest";
import { credentialOf } from "../../../proxy/auth/identity.ts";
import { addressOf, authorizationServer, keptLog, tokenVerifier } from "./credentials.ts";

/** {"iss":"joe","exp":1300819380,"http://example.com/is_root":true} */
const JOE =
  "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";

/** Before joe's tokens expire. */
const THEN = 1_300_819_000_000;

/**
 * The examples of the standards; where there is a public key, the authorization server publishes
 * it.
 */
const VECTORS: [string, string, JWK | undefined, string][] = [
  [
    "RFC 7515 §A.1, and RFC 7519 §3.1: HS256",
    `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${JOE}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
    undefined,
    "ERR_JOSE_ALG_NOT_ALLOWED",
  ],
  [
    "RFC 7515 §A.2: RS256, well signed, for no audience and of no subject",
    `eyJhbGciOiJSUzI1NiJ9.${JOE}.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw`,
    {
      kty: "RSA",
      n: "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ",
      e: "AQAB",
    },
    'ERR_JWT_CLAIM_VALIDATION_FAILED: "aud" must be "joe"',
  ],
  [
    "RFC 7515 §A.3: ES256, well signed, for no audience and of no subject",
    `eyJhbGciOiJFUzI1NiJ9.${JOE}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`,
    {
      kty: "EC",
      crv: "P-256",
      x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    },
    'ERR_JWT_CLAIM_VALIDATION_FAILED: "aud" must be "joe"',
  ],
  [
    "RFC 7515 §A.4: ES512, well signed, the word Payload",
    "eyJhbGciOiJFUzUxMiJ9.UGF5bG9hZA.AdwMgeerwtHoh-l192l60hp9wAHZFVJbLfD_UxMi70cwnZOYaRI1bKPWROc-mZZqwqT2SI-KGDKB34XO0aw_7XdtAG8GaSwFKdCAPZgoXD2YBJZCPEX3xKpRwcdOO8KpEHwJjyqOgzDO7iKvU8vcnwNrmxYbSW9ERBXukOXolLzeO_Jn",
    {
      kty: "EC",
      crv: "P-521",
      x: "AekpBQ8ST8a8VcfVOTNl353vSrDCLLJXmPk06wTjxrrjcBpXp5EOnYG_NjFZ6OvLFV1jSfS9tsz4qUxcWceqwQGk",
      y: "ADSmRA43Z1DSNx_RvcLI87cdL07l6jQyyBXMoxVg_l2Th-x3S1WDhjDly79ajL4Kkd0AZMaZmh9ubmf63e3kyMj2",
    },
    "ERR_JWT_INVALID",
  ],
  [
    "RFC 7515 §A.5, and RFC 7519 §6.1: unsecured",
    `eyJhbGciOiJub25lIn0.${JOE}.`,
    undefined,
    "ERR_JOSE_ALG_NOT_ALLOWED",
  ],
  [
    "RFC 8037 §A.4: EdDSA, well signed, no claims",
    "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
    { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" },
    "ERR_JWT_INVALID",
  ],
];

describe("the examples of the standards", () => {
  it.each(VECTORS)(
    "%s: rejected by a verifier of its issuer, key and time",
    async (_, token, key, reason) => {
      const server = await authorizationServer({ algorithms: ["ES384"] });
      server.jwks.keys = key === undefined ? server.jwks.keys : [key];
      const options = {
        address: addressOf(server),
        issuer: "joe",
        audience: ["joe"],
        log: keptLog(),
        now: () => THEN,
        times: { timeout: 60_000 }, // on a busy machine
      };
      const { check } = tokenVerifier(options);

      expect(await check(credentialOf(token), (run) => run())).toEqual({
        kind: "rejected",
        reason,
      });
    },
  );
});
