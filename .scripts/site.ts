// What a server of the app must do: security headers, config.json, and a same-origin proxy to a real server. The dev and
// preview servers do it with this plugin; .github/deploying.md says the same for nginx and Caddy.
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import sirv from "sirv";
import type { Connect, Logger, Plugin, ProxyOptions } from "vite";

/** Servers to which the page may connect by default: any HTTPS server, and servers on this machine. */
const ANY_SERVER = ["https:", "http://localhost:*", "http://127.0.0.1:*"];

const COMMON_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

/**
 * Returns the headers of the app's own files.
 * @param connect servers to which the page may connect, as `connect-src` sources
 */
export function buildHeaders(connect = ANY_SERVER): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(" "),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // src/app/deferred-startup.ts creates the only policy. It allows the service worker.
    "trusted-types default",
  ];
  return { "Content-Security-Policy": policy.join("; "), ...COMMON_HEADERS };
}

/** Proxied responses share the page's origin, so these headers disable everything in a proxied page. */
export const API_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  ...COMMON_HEADERS,
};

/** Names of files in /assets/ contain a content hash, so these files never change. */
export function getCacheControl(pathname: string): string {
  return pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

/** Matches a `connect-src` source: a scheme, or a host. Rejects semicolons, which would start another directive. */
const POLICY_SOURCE = /^(?:https?:|(?:https?:\/\/)?[\w*.-]+(?::(?:\d+|\*))?)$/;

/**
 * Returns the config.json that visitors get, and the servers to which the page may connect. Behind a proxy, the server
 * is the page's own origin, unless config.json names another one.
 */
function readDeployment(folder: string, upstream: string | undefined) {
  const path = join(folder, "config.json");
  const config = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  if (upstream !== undefined) {
    config.server ||= "/";
    // The address for links to the server, which need the user's sign-in there.
    config.address ||= upstream;
  }
  const given = (process.env["ENVIRONS_CONNECT_SRC"] ?? "").split(/\s+/).filter((source) => source !== "");
  const server = String(config.server ?? "").replace(/^(\w+:\/\/)?([^/]*).*$/, "$1$2");
  const own = config.server ? [server].filter((source) => source !== "") : ANY_SERVER;
  const connect = given.length > 0 ? given : own;
  const wrong = connect.find((source) => !POLICY_SOURCE.test(source));
  if (wrong !== undefined) {
    const name = given.length > 0 ? "ENVIRONS_CONNECT_SRC" : "config.json";
    throw new Error(`${name} contains "${wrong}". Enter an origin, such as https://eu.posthog.com.`);
  }
  return { config: JSON.stringify(config), headers: buildHeaders(connect) };
}

/** Returns the server to which `/api/` is proxied, or undefined if there is none. */
export function parseUpstream(text = process.env["ENVIRONS_UPSTREAM"] ?? ""): string | undefined {
  if (text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isPlain || url.search !== "" || url.hash !== "") {
    const message = "ENVIRONS_UPSTREAM isn't a server address. Enter one, such as https://eu.posthog.com.";
    // Vite prints the stack.
    throw Object.assign(new Error(message), { stack: message });
  }
  return url.href.replace(/\/+$/, "");
}

/** Request headers that identify the page or user. Only the API key may identify the user. */
const STRIPPED_REQUEST_HEADERS = ["origin", "referer", "cookie"];
/** Response headers that affect the whole origin, which belongs to the page and not to the server. */
const ORIGIN_HEADERS = "set-cookie clear-site-data refresh service-worker-allowed nel report-to";
const OWN_HEADERS = Object.keys(API_HEADERS).map((name) => name.toLowerCase());
const STRIPPED_RESPONSE_HEADERS = [...ORIGIN_HEADERS.split(" "), "strict-transport-security", ...OWN_HEADERS];

// A control character could hide a dot segment, because servers may drop the character.
const LEAVING_PATH = /\/\/|\\|\/\.{1,2}(?:[/;]|$)|\p{Cc}/u;

/** Whether a server could resolve the path to a location outside `/api/`. Servers may decode it several times. */
function leavesApi(path: string, isDecoded = false): boolean {
  if (LEAVING_PATH.test(path)) return true;
  if (isDecoded && !/%[\da-f]{2}/i.test(path)) return false;
  try {
    return leavesApi(decodeURIComponent(path), true);
  } catch {
    return true;
  }
}

function removeHeaders({ headers }: IncomingMessage): void {
  for (const name of STRIPPED_RESPONSE_HEADERS) delete headers[name];
}

/** Runs before the proxy. Rejects paths that lead outside `/api/`. */
function guardApi(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  for (const name of STRIPPED_REQUEST_HEADERS) delete request.headers[name];
  for (const [name, value] of Object.entries(API_HEADERS)) response.setHeader(name, value);
  if (!leavesApi(request.url?.split(/[?#]/)[0] ?? "")) return next();
  response.writeHead(400, { "Content-Type": "application/json" }).end('{"detail":"The path isn\'t valid."}');
}

const isApi = ({ url = "" }: IncomingMessage) => url.startsWith("/api/");
const isConfig = ({ url = "" }: IncomingMessage) => url.split("?")[0] === "/config.json";

/** Refuses WebSockets to the proxied server. Without an answer, the connection would stay open. */
function refuseUpgrades(server: Pick<NodeJS.EventEmitter, "on"> | null): void {
  server?.on("upgrade", (request: IncomingMessage, socket: NodeJS.WritableStream) => {
    if (isApi(request)) socket.end("HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n");
  });
}

async function warnIfUnreachable(upstream: string, logger: Logger): Promise<void> {
  try {
    await fetch(upstream, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(5_000) });
  } catch {
    logger.warn(
      `ENVIRONS_UPSTREAM: ${upstream} cannot be reached. Requests to /api/ get a 502 until it can.`,
    );
  }
}

/** Serves a build's files like a production server: compressed, cached, and with the app for every other address. */
function serveFiles(folder: string, upstream: string | undefined): Connect.NextHandleFunction {
  if (!existsSync(folder)) throw new Error(`${folder} is missing. Build it first: npm run build`);
  const { config, headers } = readDeployment(folder, upstream);
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    single: true,
    ignores: [/^\/assets\//, /^\/api\//],
    setHeaders: (response, pathname) => response.setHeader("Cache-Control", getCacheControl(pathname)),
  });
  return (request, response, next) => {
    if (upstream !== undefined && isApi(request)) return guardApi(request, response, next);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
    } else if (isConfig(request)) {
      const type = { "Content-Type": "application/json", "Cache-Control": "no-cache" };
      response.writeHead(200, type).end(config);
    } else files(request, response);
  };
}

/** Near Vite's default, and on the list of ports that browsers refuse. */
const REFUSED_PORT = 4190;

/** Occupies the refused port until the server listens, so that Vite moves on to the next one. */
function occupyRefusedPort(httpServer: Pick<NodeJS.EventEmitter, "once">, host: string): Promise<unknown> {
  const placeholder = createServer();
  httpServer.once("listening", () => placeholder.close());
  // If the port is in use anyway, there is nothing to occupy.
  return new Promise((done) => placeholder.once("error", done).listen(REFUSED_PORT, host, () => done(null)));
}

/** Vite plugin for the dev and preview servers. With `upstream`, they forward `/api/` to that server. */
export function site(upstream: string | undefined): Plugin {
  const isProxied = upstream !== undefined;
  return {
    name: "site",
    apply: "serve",
    config() {
      if (!isProxied) return;
      const configure: ProxyOptions["configure"] = (proxy) => proxy.on("proxyRes", removeHeaders);
      const proxy = { "^/api/": { target: upstream, changeOrigin: true, configure } };
      return { server: { proxy, cors: false }, preview: { proxy, cors: false } };
    },
    configResolved({ logger }) {
      if (isProxied) void warnIfUnreachable(upstream, logger);
    },
    configureServer({ middlewares, httpServer, config: { publicDir } }) {
      if (!isProxied) return;
      refuseUpgrades(httpServer);
      middlewares.use((request, response, next) => {
        if (isApi(request)) return guardApi(request, response, next);
        if (!isConfig(request)) return next();
        response
          .setHeader("Content-Type", "application/json")
          .end(readDeployment(publicDir, upstream).config);
      });
    },
    async configurePreviewServer({ middlewares, httpServer, config: { root, build, preview } }) {
      const { host } = preview;
      await occupyRefusedPort(httpServer, typeof host === "string" ? host : "127.0.0.1");
      if (isProxied) refuseUpgrades(httpServer);
      middlewares.use(serveFiles(resolve(root, build.outDir), upstream));
    },
  };
}
