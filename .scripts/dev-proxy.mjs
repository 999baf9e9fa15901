// Same-origin proxy, which forwards `/api/` to the server in ENVIRONS_UPSTREAM.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readDeployment } from "./deployment.mjs";
import { API_HEADERS } from "./headers.mjs";
import { createSiteHandler } from "./serve.mjs";
import { root, StepError } from "./steps.mjs";

/** Request headers that identify the page or user. Only the API key may identify the user. */
const STRIPPED_REQUEST_HEADERS = ["origin", "referer", "cookie"];
/** Response headers that affect the whole origin. The origin belongs to the page, not to the server. */
const STRIPPED_RESPONSE_HEADERS = [
  "set-cookie",
  "clear-site-data",
  "refresh",
  "service-worker-allowed",
  "strict-transport-security",
  "nel",
  "report-to",
  ...Object.keys(API_HEADERS).map((name) => name.toLowerCase()),
];

/**
 * Returns the server to which `/api/` is proxied, or undefined if the variable isn't set. Throws a StepError for an
 * invalid address.
 */
export function parseUpstream(text = process.env.ENVIRONS_UPSTREAM ?? "") {
  if (text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isPlain || url.search !== "" || url.hash !== "")
    throw new StepError("ENVIRONS_UPSTREAM isn't a server address. Enter one like https://eu.posthog.com.");
  return url.href.replace(/\/+$/, "");
}

const isApiRequest = (request) => request.url.startsWith("/api/");

/** Decodes a path once. Returns undefined for an invalid path. */
function decodePath(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

// A control character could hide a dot segment, because servers may drop the character.
const LEAVING_PATH = /\/\/|\\|\/\.{1,2}(?:[/;]|$)|\p{Cc}/u;
const PERCENT_CODE = /%[\da-f]{2}/i;

/** Whether an upstream server could resolve the path to a location outside `/api/`. */
function leavesApi(request) {
  const [path] = request.url.split(/[?#]/);
  if (LEAVING_PATH.test(path)) return true;
  let decoded = decodePath(path);
  // A server behind another server may decode the path again, and accept paths that are invalid here.
  while (decoded !== undefined && !LEAVING_PATH.test(decoded)) {
    if (!PERCENT_CODE.test(decoded)) return false;
    decoded = decodePath(decoded);
  }
  return true;
}

function createProxy(upstream) {
  return {
    "^/api/": {
      target: upstream,
      changeOrigin: true,
      configure: (proxy) =>
        proxy.on("proxyRes", (answer) => {
          for (const name of STRIPPED_RESPONSE_HEADERS) delete answer.headers[name];
        }),
    },
  };
}

/**
 * Runs before the proxy. Removes request headers that must not be sent, adds security headers to
 * responses, and rejects paths that lead outside `/api/`.
 */
function guardApi(request, response, next) {
  for (const name of STRIPPED_REQUEST_HEADERS) delete request.headers[name];
  for (const [name, value] of Object.entries(API_HEADERS)) response.setHeader(name, value);
  if (!leavesApi(request)) return next();
  const body = JSON.stringify({ detail: "The path isn't valid." });
  response.writeHead(400, { "Content-Type": "application/json" }).end(body);
}

/** Logs a warning if the server can't be reached. */
async function warnIfUnreachable(upstream, logger) {
  try {
    await fetch(upstream, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(5_000) });
  } catch (error) {
    logger.warn(`ENVIRONS_UPSTREAM: ${upstream} cannot be reached (${error.cause?.code ?? error.message}).`);
  }
}

/**
 * Vite plugin that adds the proxy to the dev and preview servers. The preview server serves the
 * build as `npm start` does.
 */
export function devProxy(address) {
  let upstream;
  let settings;
  return {
    name: "same-origin",
    apply: "serve",
    config() {
      upstream = parseUpstream(address);
      if (upstream === undefined) return;
      const options = { proxy: createProxy(upstream), cors: false };
      return { server: options, preview: options };
    },
    configResolved(resolved) {
      settings = resolved;
      if (upstream !== undefined) void warnIfUnreachable(upstream, resolved.logger);
    },
    configureServer({ middlewares }) {
      if (upstream === undefined) return;
      middlewares.use((request, response, next) => {
        if (isApiRequest(request)) return guardApi(request, response, next);
        if (request.url.split("?")[0] !== "/config.json") return next();
        const { config } = readDeployment(settings.publicDir, { isProxied: true });
        response.setHeader("Content-Type", "application/json").end(JSON.stringify(config));
      });
    },
    configurePreviewServer({ middlewares }) {
      const folder = join(settings.root, settings.build.outDir);
      if (!existsSync(folder)) throw new StepError(`${folder} is missing. Build it first (npx vite build).`);
      const serveSite = createSiteHandler({ folder, isProxied: upstream !== undefined });
      middlewares.use((request, response, next) => {
        if (upstream === undefined || !isApiRequest(request)) return serveSite(request, response);
        guardApi(request, response, next);
      });
    },
  };
}

/** Serves a build and proxies `/api/` to a server. Uses `port` or the next free port. 0 selects any free port. */
export async function serveWithProxy({ build, upstream, port = 0, host = "127.0.0.1" }) {
  const { preview } = await import("vite");
  const server = await preview({
    configFile: false,
    root,
    logLevel: "warn",
    plugins: [devProxy(upstream)],
    build: { outDir: build },
    preview: { port, host },
  });
  const { local, network } = server.resolvedUrls;
  return { url: (local[0] ?? network[0]).replace(/\/$/, ""), close: () => server.close() };
}
