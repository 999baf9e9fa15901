// HTTPS proxy between the browser and the emulated backend. Simulates failures of networks and servers.
import { request as sendRequest } from "node:http";
import { createServer } from "node:https";
import { refused, taken } from "./faulty-certificates.mjs";

const CORS = /^access-control-/;
/** Response headers of a server that is about to remove a URL. Cross-origin pages can read them. */
const DEPRECATED = {
  Deprecation: "@1767225600",
  Link: '</api/projects/>; rel="successor-version"',
  "Access-Control-Expose-Headers": "Deprecation, Link",
};

/**
 * First port. Outside every system's ephemeral range (from 32,768 on Linux, from 49,152 elsewhere), so that no other
 * connection takes a port while it is closed.
 */
const FIRST_PORT = 20_000;
const PORTS = 1_000;
/** Each test worker has its own ports, so that no worker takes a port that another one has temporarily closed. */
const WORKER_PORT = FIRST_PORT + PORTS * (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 12);

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve(port);
    });
  });
}

async function listenOnFreePort(server, tries = 20) {
  try {
    return await listen(server, WORKER_PORT + Math.floor(Math.random() * PORTS));
  } catch (error) {
    if (tries === 0 || error.code !== "EADDRINUSE") throw error;
    return listenOnFreePort(server, tries - 1);
  }
}

/**
 * Returns a function that closes all connections of a server. Includes connections in the TLS
 * handshake, which the server doesn't track yet. Otherwise, later requests on such a connection
 * would still get a response.
 */
function createConnectionCutter(server) {
  const sockets = new Set();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Responds without the backend. Any origin can read the response. */
function answerWith({ status, body }, outgoing) {
  outgoing.writeHead(status, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" });
  outgoing.end(JSON.stringify(body));
}

/** Sends less than the declared length, then cuts the connection. */
function sendPartialResponse(outgoing) {
  outgoing.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": "1000",
    "Access-Control-Allow-Origin": "*",
  });
  // Ends the socket instead of the response, so that the written bytes are sent before the connection closes.
  outgoing.write('{"count": 1, "results": [', () => outgoing.socket.end());
}

/**
 * Forwards a request and its response.
 * @param filter removes response headers
 * @param more adds response headers
 */
function forward(target, incoming, outgoing, filter, more = {}) {
  const { method, url, headers } = incoming;
  const onward = sendRequest(new URL(url, target), { method, headers }, (answer) => {
    const forwarded = Object.entries(answer.headers).filter(([name]) => !filter.test(name));
    outgoing.writeHead(answer.statusCode, { ...Object.fromEntries(forwarded), ...more });
    answer.on("error", () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  // The backend cut its connection, so the proxy cuts this one as well.
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

/** Starts the proxy in front of the URL `target`. Initially forwards everything unchanged. */
export async function startFaultyServer(target) {
  let fault = null;
  let onUnanswered = () => {};
  const server = createServer(taken, (incoming, outgoing) => {
    // A preflight counts as the request that it announces.
    const method = incoming.headers["access-control-request-method"] ?? incoming.method;
    const isHit = fault !== null && fault.path.test(incoming.url) && (fault.method ?? method) === method;
    if (isHit && fault.kind === "deprecated")
      return forward(target, incoming, outgoing, /^access-control-expose/, DEPRECATED);
    if (isHit && fault.kind === "no-cors") return forward(target, incoming, outgoing, CORS);
    if (!isHit || incoming.method === "OPTIONS") return forward(target, incoming, outgoing, /^$/);
    if (fault.kind === "broken-off") return sendPartialResponse(outgoing);
    if (fault.kind === "answer") return answerWith(fault, outgoing);
    // The remaining fault is a timeout.
    incoming.resume();
    return onUnanswered(incoming.url);
  });
  const port = await listenOnFreePort(server);
  const cutAll = createConnectionCutter(server);

  /**
   * Sets the certificate for new connections. Cuts existing ones, which would keep the old
   * certificate.
   */
  function useCertificate(certificate) {
    server.setSecureContext(certificate);
    cutAll();
  }

  function stop() {
    return new Promise((resolve) => {
      server.close(() => resolve());
      cutAll();
    });
  }

  return {
    url: `https://127.0.0.1:${port}`,
    async set(next, callback = () => {}) {
      if (next?.kind === "refused" && server.listening) await stop();
      if (next?.kind !== "refused" && !server.listening) await listen(server, port);
      if (next?.kind === "bad-certificate") useCertificate(refused);
      else if (fault?.kind === "bad-certificate") useCertificate(taken);
      fault = next;
      onUnanswered = callback;
    },
    close: () => (server.listening ? stop() : Promise.resolve()),
  };
}
