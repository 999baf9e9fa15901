import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Answers a request as `fetch` would. */
type Answer = (request: Request) => Promise<Response>;

/**
 * As real servers have it: any origin, with a key but without cookies, and no response header beyond the safe ones
 * can be read (upstream-facts, CORS).
 */
const CORS = { "Access-Control-Allow-Origin": "*" } as const;
const PREFLIGHT = {
  ...CORS,
  "Access-Control-Allow-Methods": "DELETE, GET, OPTIONS, PATCH, POST, PUT",
  "Access-Control-Allow-Headers": "accept, authorization, content-type, user-agent, x-requested-with",
  "Access-Control-Max-Age": "86400",
} as const;

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
  const method = incoming.method ?? "GET";
  const init: RequestInit & { duplex?: "half" } = { method, headers, signal };
  if (method !== "GET" && method !== "HEAD") {
    init.body = Readable.toWeb(incoming);
    init.duplex = "half";
  }
  return new Request(url, init);
}

async function writeResponse(response: Response, outgoing: ServerResponse, cors: boolean): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  if (cors) for (const [name, value] of Object.entries(CORS)) outgoing.setHeader(name, value);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 204) outgoing.setHeader("Content-Length", bytes.length);
  outgoing.end(bytes);
}

/**
 * Answers a request of `node:http` with a function of the form of `fetch`, with the CORS rules of real servers. A
 * rejected answer is a lost connection: the socket is cut.
 */
export async function bridge(
  answer: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const isForeign = incoming.headers.origin !== undefined;
  if (incoming.method === "OPTIONS") {
    outgoing.writeHead(204, isForeign ? PREFLIGHT : { Allow: PREFLIGHT["Access-Control-Allow-Methods"] });
    outgoing.end();
    return;
  }
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  try {
    await writeResponse(await answer(toRequest(incoming, gone.signal)), outgoing, isForeign);
  } catch {
    incoming.socket.destroy();
  }
}
