import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { createMocks, fetchFrom } from "./handlers";
import { PROFILES } from "./seed/world";

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

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8010" },
      profile: { type: "string", default: "contract" },
      quiet: { type: "boolean", default: false },
    },
  });
  const profile = PROFILES.find((name) => name === values.profile);
  if (!profile) throw new RangeError(`--profile ${values.profile}: enter ${PROFILES.join(" or ")}`);
  const { db, handlers } = createMocks({ profile });

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<unknown> {
    const { method = "GET", headers, url = "/" } = incoming;
    const body = method === "GET" || method === "HEAD" ? null : await text(incoming);
    // Stops the clock with `{"now":"2026-11-21T10:00:00Z"}`. Pages can't send it without CORS.
    if (url === "/__mocks/reset") {
      const { now }: { now?: string } = JSON.parse(body || "{}");
      db.now = () => (now === undefined ? new Date() : new Date(now));
      db.reset();
      return outgoing.end();
    }
    if (headers.origin !== undefined) outgoing.setHeader("Access-Control-Allow-Origin", "*");
    if (method === "OPTIONS") return outgoing.writeHead(204, PREFLIGHT_HEADERS).end();
    const closed = new AbortController();
    outgoing.on("close", () => closed.abort());
    const request = new Request(new URL(url, `http://${headers.host}`), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body,
      signal: closed.signal,
    });
    const response = await fetchFrom(handlers, request);
    const bytes = new Uint8Array(await response.arrayBuffer());
    outgoing.setHeaders(response.headers);
    const isLong = bytes.length > 1_000 && !url.includes("/content/");
    const isCompressed = isLong && /\bgzip\b/.test(String(headers["accept-encoding"]));
    if (isCompressed) outgoing.setHeader("Content-Encoding", "gzip").removeHeader("Content-Length");
    return outgoing.writeHead(response.status).end(isCompressed ? gzipSync(bytes) : bytes);
  }

  const server = createServer((incoming, outgoing) => {
    // As on a network, a failure closes the connection.
    respond(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  // Only clients close idle connections. Closing one on the server could interrupt an incoming request.
  server.keepAliveTimeout = 0;
  await once(server.listen(Number(values.port), "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const greeting = `Mocked API (${profile}): ${address}

Projects: 1 Demo, 2 Large (100,000 subscriptions), 3 Empty. Keys and their scopes:
${db.world.keys.map(({ value, scopes }) => `  ${value.padEnd(20)} ${scopes.join(" ")}`).join("\n")}

Try: curl -H "Authorization: Bearer phx_demo_all" "${address}/api/environments/1/subscriptions/?limit=2"
`;
  process.stdout.write(values.quiet ? `${address}\n` : greeting);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
