// Serves a build as a production server would: compressed, cached by content, under a strict policy.
import { createServer } from "node:http";
import sirv from "sirv";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine writes style elements and attributes at run time.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

/** Names under /assets/ hold a hash of their content, so they never change. */
function cacheFor(pathname) {
  return pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server.address().port);
    });
  });
}

async function listenFrom(server, port, host) {
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
 * Serves a folder at a port or the next free one (0: any).
 * App addresses get index.html; a missing file under /assets/ or an /api/ call gets 404, never a page.
 */
export async function serve({ folder, port = 0, host = "127.0.0.1" }) {
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    single: true,
    ignores: [/^\/assets\//, /^\/api\//],
    setHeaders: (response, pathname) => response.setHeader("Cache-Control", cacheFor(pathname)),
  });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return;
    }
    files(request, response);
  });
  const taken = await listenFrom(server, port, host);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
