// Stands between the browser and the emulated backend, by HTTPS, and fails as networks and servers do.
import { request as ask } from "node:http";
import { createServer } from "node:https";
import { refused, taken } from "./faulty-certificates.mjs";

const CORS = /^access-control-/;
/** What servers say that are about to drop an address, where a page of another origin may read it. */
const DEPRECATED = {
  Deprecation: "@1767225600",
  Link: '</api/projects/>; rel="successor-version"',
  "Access-Control-Expose-Headers": "Deprecation, Link",
};

/**
 * Ports that no system gives out by itself (Linux begins at 32,768, others at 49,152): while nobody listens on one,
 * no other connection is put there.
 */
const FIRST_PORT = 20_000;
const PORTS = 1_000;
/** Each worker of the tests has its own ports: none takes one that another has closed for a while. */
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

/** Listens on a port that is free; which one. */
async function listenSomewhere(server, tries = 20) {
  try {
    return await listen(server, WORKER_PORT + Math.floor(Math.random() * PORTS));
  } catch (error) {
    if (tries === 0 || error.code !== "EADDRINUSE") throw error;
    return listenSomewhere(server, tries - 1);
  }
}

/**
 * Gives the way to cut every connection of a server, those as well that are still agreeing on a certificate: the server
 * does not count them among its connections yet, and what is asked through them later would be answered by the old one.
 */
function cutterOf(server) {
  const sockets = new Set();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Answers by itself, readable for any page. */
function answerWith({ status, body }, outgoing) {
  outgoing.writeHead(status, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" });
  outgoing.end(JSON.stringify(body));
}

/** Promises more than it sends, then cuts the line. */
function breakOff(outgoing) {
  outgoing.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": "1000",
    "Access-Control-Allow-Origin": "*",
  });
  // Ended below HTTP: what was written goes out first, and then the end of the connection.
  outgoing.write('{"count": 1, "results": [', () => outgoing.socket.end());
}

/** Hands a request on, and its answer back; `filter` takes headers out, `more` are put in. */
function handOn(target, incoming, outgoing, filter, more = {}) {
  const { method, url, headers } = incoming;
  const onward = ask(new URL(url, target), { method, headers }, (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !filter.test(name));
    outgoing.writeHead(answer.statusCode, { ...Object.fromEntries(kept), ...more });
    answer.on("error", () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  // The backend cut the line: so does this one.
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

/** Starts it before `target`, an address. Without a fault it changes nothing. */
export async function startFaultyServer(target) {
  let fault = null;
  const server = createServer(taken, (incoming, outgoing) => {
    const isHit = fault !== null && fault.path.test(incoming.url);
    if (isHit && fault.kind === "deprecated")
      return handOn(target, incoming, outgoing, /^access-control-expose/, DEPRECATED);
    if (isHit && fault.kind === "no-cors") return handOn(target, incoming, outgoing, CORS);
    if (!isHit || incoming.method === "OPTIONS") return handOn(target, incoming, outgoing, /^$/);
    if (fault.kind === "broken-off") return breakOff(outgoing);
    if (fault.kind === "answer") return answerWith(fault, outgoing);
    // What remains is silence.
    return incoming.resume();
  });
  const port = await listenSomewhere(server);
  const cutAll = cutterOf(server);

  /** For new connections; those that stand would go on with the old one. */
  function show(certificate) {
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
    /** Sets what goes wrong from now on; null for nothing. */
    async set(next) {
      if (next?.kind === "refused" && server.listening) await stop();
      if (next?.kind !== "refused" && !server.listening) await listen(server, port);
      if (next?.kind === "bad-certificate") show(refused);
      else if (fault?.kind === "bad-certificate") show(taken);
      fault = next;
    },
    close: () => (server.listening ? stop() : Promise.resolve()),
  };
}
