import { once } from "node:events";
import { Readable, type Writable } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
} from "@modelcontextprotocol/server";
import { createLineReader } from "../../client/match-log/lines.ts";
import { parseJson } from "../../core/site/parse-json.ts";

/** How many bytes of answers may wait for the reader before no further line is read. */
const MOST_WAITING = 1_000_000;

/**
 * The lines of an input that are messages. The library drops all others in silence, so they are
 * answered here with the codes of JSON-RPC 2.0 §5.1, and `onFault` is told. A line that is too long
 * is cut, and so none.
 */
export function messagesOf(
  input: Readable,
  output: Writable,
  onFault: (error: Error) => void,
): Readable {
  return Readable.from(
    (async function* () {
      for await (const line of linesOf(input)) {
        if (output.writableLength > MOST_WAITING) await once(output, "drain");
        const error = faultOf(line);
        if (error === undefined) yield Buffer.from(`${line}\n`);
        else {
          const { id, ...fault } = error;
          output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: fault })}\n`);
          onFault(new Error(fault.message));
        }
      }
    })(),
  );
}

async function* linesOf(input: Readable): AsyncGenerator<string> {
  const reader = createLineReader();
  const isFilled = (line: string) => line.trim() !== "";
  for await (const piece of input) yield* reader.push(piece).filter(isFilled);
  yield* reader.end().filter(isFilled); // a last line may lack its end
}

/** What is wrong with a line. Batches are not of the versions that are offered. */
function faultOf(line: string): { id: unknown; code: number; message: string } | undefined {
  const value = parseJson(line);
  if (value === undefined)
    return { id: null, code: -32700, message: "Parse error: expected one JSON text a line" };
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value))
    return undefined;
  const { id } = Object(value);
  return {
    id: typeof id === "string" || typeof id === "number" ? id : null,
    code: -32600,
    message: "Invalid Request: expected a JSON-RPC 2.0 message whose params are an object",
  };
}
