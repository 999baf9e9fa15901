// Serves a build as a production server would, with compression, cache headers, and a strict
// Content Security Policy.
import { createServer } from "node:http";
import sirv from "sirv";
import { readDeployment } from "./deployment.mjs";
import { buildHeaders, getCacheControl } from "./headers.mjs";

function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server.address().port);
    });
  });
}

async function listenOnFreePort(server, port, host) {
  const isBusy = (error) => error.code === "EADDRINUSE" || error.code === "EACCES";
  for (let candidate = port; candidate < Math.min(port + 50, 65_536); candidate += 1) {
    try {
      return await listen(server, candidate, host);
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
  return listen(server, 0, host);
}

/**
 * Creates a handler that serves a folder's files. App URLs get index.html. Missing files in
 * /assets/ get a 404 without a page, and so do API calls.
 */
export function createSiteHandler({ folder, isProxied = false }) {
  const { config, connect } = readDeployment(folder, { isProxied });
  const headers = Object.entries(buildHeaders(connect));
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    single: true,
    ignores: [/^\/assets\//, /^\/api\//],
    setHeaders: (response, pathname) => response.setHeader("Cache-Control", getCacheControl(pathname)),
  });
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
    } else if (isProxied && request.url.split("?")[0] === "/config.json") {
      response.setHeader("Cache-Control", "no-cache");
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(config));
    } else files(request, response);
  };
}

/** Serves a folder on `port` or the next free port. 0 selects any free port. */
export async function serve({ folder, port = 0, host = "127.0.0.1" }) {
  const server = createServer(createSiteHandler({ folder }));
  const taken = await listenOnFreePort(server, port, host);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
