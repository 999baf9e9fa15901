import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

type FetchHandler = (request: Request) => Promise<Response>;

/**
 * As on real servers, any origin may send requests with a key, but without cookies. Pages can read
 * only safelisted response headers (upstream-facts, CORS).
 */
const CORS_HEADERS = { "Access-Control-Allow-Origin": "*" } as const;
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  "Access-Control-Allow-Methods": "DELETE, GET, OPTIONS, PATCH, POST, PUT",
  "Access-Control-Allow-Headers": "accept, authorization, content-type, user-agent, x-requested-with",
  "Access-Control-Max-Age": "86400",
} as const;

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  if (incoming.method === "GET" || incoming.method === "HEAD") return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
  return new Request(url, {
    method: incoming.method ?? "GET",
    headers,
    signal,
    body: await readBody(incoming),
  });
}

/** Resolves when the bytes are written or the connection is closed. */
function writeBytes(outgoing: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      outgoing.off("close", end);
      resolve();
    };
    outgoing.on("close", end);
    outgoing.write(bytes, end);
  });
}

/**
 * Streams a file of any size. Throws if the declared length is wrong, so that the connection closes
 * as on real servers.
 */
async function streamBody(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const declaredLength = Number(outgoing.getHeader("Content-Length"));
  const reader = body.getReader();
  let written = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (outgoing.destroyed) return void reader.cancel();
    written += part.value.byteLength;
    await writeBytes(outgoing, part.value);
  }
  if (written !== declaredLength) throw new TypeError("The length was wrong on purpose");
  outgoing.end();
}

const compress = promisify(gzip);

/** Servers don't compress smaller bodies. */
const MIN_COMPRESSED_BYTES = 200;

/** Compresses JSON if the client accepts gzip, as real servers do. Files stay uncompressed. */
async function encodeBody(bytes: Uint8Array, outgoing: ServerResponse): Promise<Uint8Array> {
  const isData =
    String(outgoing.getHeader("Content-Type")).startsWith("application/json") &&
    !outgoing.hasHeader("Content-Disposition");
  if (!isData || bytes.length < MIN_COMPRESSED_BYTES) return bytes;
  outgoing.appendHeader("Vary", "Accept-Encoding");
  if (!/\bgzip\b/.test(String(outgoing.req.headers["accept-encoding"]))) return bytes;
  outgoing.setHeader("Content-Encoding", "gzip");
  return compress(bytes);
}

async function writeResponse(response: Response, outgoing: ServerResponse, cors: boolean): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  if (cors) for (const [name, value] of Object.entries(CORS_HEADERS)) outgoing.setHeader(name, value);
  const isHead = outgoing.req.method === "HEAD";
  if (response.body !== null && outgoing.hasHeader("Content-Length"))
    return streamBody(response.body, outgoing);
  const bytes = await encodeBody(new Uint8Array(await response.arrayBuffer()), outgoing);
  if (response.status !== 204 && !isHead) outgoing.setHeader("Content-Length", bytes.length);
  outgoing.end(bytes);
}

/**
 * Handles a `node:http` request with a `fetch`-like handler and the CORS rules of real servers. Closes the socket
 * when the handler rejects.
 */
export async function handleNodeRequest(
  respond: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const isCrossOrigin = incoming.headers.origin !== undefined;
  if (incoming.method === "OPTIONS") {
    outgoing.writeHead(
      204,
      isCrossOrigin ? PREFLIGHT_HEADERS : { Allow: PREFLIGHT_HEADERS["Access-Control-Allow-Methods"] },
    );
    outgoing.end();
    return;
  }
  const abortController = new AbortController();
  outgoing.on("close", () => abortController.abort());
  try {
    const request = await toRequest(incoming, abortController.signal);
    await writeResponse(await respond(request), outgoing, isCrossOrigin);
  } catch {
    incoming.socket.destroy();
  }
}
