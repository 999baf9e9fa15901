import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import type { Db, StoreFile } from "./db";
import { createMocks, fetchFrom } from "./mocks";
import { PROFILES } from "./seed/world";

const USAGE = `Serves the mocked Project Environments API over HTTP.

  --port <number>     port (8010); 0 for any free port
  --host <address>    address to listen on (127.0.0.1)
  --profile <name>    contract: as the API document says (default), or newer: as servers of 2026
  --storage <how>     with newer, redirect files to another host: cors or no-cors
  --quiet             print only the address
  --help              print this text
`;

/**
 * As on real servers, any origin may send requests with a key, but without cookies. Pages can read only safelisted
 * response headers (upstream-facts, CORS).
 */
const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "DELETE, GET, OPTIONS, PATCH, POST, PUT",
  "Access-Control-Allow-Headers": "accept, authorization, content-type, user-agent, x-requested-with",
  "Access-Control-Max-Age": "86400",
};
/** Resets the records, and stops the clock with `{"now":"2026-11-21T10:00:00Z"}`. Pages can't send it without CORS. */
const RESET_PATH = "/__mocks/reset";

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function reset(db: Db, incoming: IncomingMessage): Promise<void> {
  const { now }: { now?: string } = JSON.parse((await readText(incoming)) || "{}");
  db.now = () => (now === undefined ? new Date() : new Date(now));
  db.reset();
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", headers, url = "/" } = incoming;
  const text = method === "GET" || method === "HEAD" ? null : await readText(incoming);
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: entries,
    signal,
    body: text,
  });
}

/** Compresses JSON, but not the files of exports, as real servers do. */
async function writeResponse(
  response: Response,
  { headers, url = "" }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const isCompressed =
    isJson && /\bgzip\b/.test(headers["accept-encoding"] ?? "") && !/\/content\//.test(url);
  if (isCompressed) {
    response.headers.delete("content-length");
    response.headers.set("content-encoding", "gzip");
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return void outgoing.end();
  const body = Readable.fromWeb(response.body as import("node:stream/web").ReadableStream);
  await (isCompressed ? pipeline(body, createGzip(), outgoing) : pipeline(body, outgoing));
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  // Only clients close idle connections. Closing one on the server could interrupt an incoming request.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/**
 * Starts a file host on another origin, like the object storage of newer servers. It refuses requests with a key, because
 * the URL alone grants access.
 */
async function startStorage(host: string, hasCors: boolean): Promise<StoreFile> {
  const files = new Map<string, { readonly bytes: Uint8Array; readonly headers: Headers }>();
  const server = createServer((incoming, outgoing) => {
    if (hasCors) outgoing.setHeader("Access-Control-Allow-Origin", "*");
    const file = incoming.headers.authorization === undefined ? files.get(incoming.url ?? "") : undefined;
    if (file) outgoing.setHeaders(file.headers).end(file.bytes);
    else outgoing.writeHead(403, { "Content-Type": "application/xml" }).end("<Error/>");
  });
  const address = await listen(server, 0, host);
  return (bytes, headers) => {
    const path = `/exports/${crypto.randomUUID()}?X-Amz-Expires=3600`;
    files.set(path, { bytes, headers });
    return address + path;
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    // The arguments may include the name of this script.
    allowPositionals: true,
    options: {
      port: { type: "string", default: "8010" },
      host: { type: "string", default: "127.0.0.1" },
      profile: { type: "string", default: "contract" },
      storage: { type: "string" },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { host, storage, quiet } = values;
  if (values.help) return void process.stdout.write(USAGE);
  const profile = PROFILES.find((name) => name === values.profile);
  if (!profile) throw new RangeError(`--profile ${values.profile}: enter ${PROFILES.join(" or ")}`);
  const storeFile = storage === undefined ? undefined : await startStorage(host, storage === "cors");
  const { db, handlers } = createMocks({ profile, ...(storeFile && { storeFile }) });

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (incoming.url === RESET_PATH) return reset(db, incoming).then(() => void outgoing.end());
    if (incoming.headers.origin !== undefined) outgoing.setHeader("Access-Control-Allow-Origin", "*");
    if (incoming.method === "OPTIONS") return void outgoing.writeHead(204, PREFLIGHT_HEADERS).end();
    const closed = new AbortController();
    outgoing.on("close", () => closed.abort());
    await writeResponse(
      await fetchFrom(handlers, await toRequest(incoming, closed.signal)),
      incoming,
      outgoing,
    );
  }

  const server = createServer((incoming, outgoing) => {
    // As on a network, a failure closes the connection.
    respond(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const address = await listen(server, Number(values.port), host);
  const keys = db.world.keys.map(
    ({ value, scopes, projects }) =>
      `  ${value.padEnd(20)} ${scopes.join(" ") || "no scopes"}${projects ? `, project ${projects.join(", ")} only` : ""}\n`,
  );
  const greeting = [
    `Mocked API (${profile}): ${address}\n\n`,
    "Projects: 1 Demo, 2 Large (100,000 subscriptions), 3 Empty. Keys and their scopes:\n",
    ...keys,
    `\nTry: curl -H "Authorization: Bearer phx_demo_all" "${address}/api/environments/1/subscriptions/?limit=2"\n`,
    "Stop with Ctrl+C; nothing is kept.\n",
  ];
  process.stdout.write(quiet ? `${address}\n` : greeting.join(""));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
});
