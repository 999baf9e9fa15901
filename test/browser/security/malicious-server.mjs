// Two origins that try to get the API key. The user connects to one of them, which tries to lead the app to the
// other.
import { createServer } from "node:http";

/** Returns headers that grant a page every CORS permission, including credentials. */
function permissions({ headers }) {
  return {
    "Access-Control-Allow-Origin": headers.origin ?? "*",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": "DELETE, GET, OPTIONS, PATCH, POST, PUT",
    "Access-Control-Allow-Headers": headers["access-control-request-headers"] ?? "authorization",
    "Access-Control-Expose-Headers": "*",
  };
}

async function read(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method, url, headers } = incoming;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString() };
}

async function askBackend(upstream, { method, path, body }) {
  const headers = { Authorization: `Bearer ${upstream.key}`, "Content-Type": "application/json" };
  const answer = await fetch(upstream.url + path, { method, headers, ...(body !== "" && { body }) });
  return { status: answer.status, body: await answer.text() };
}

async function listen(answer) {
  const seen = [];
  const respond = async (incoming, outgoing) => {
    const request = await read(incoming);
    seen.push(request);
    const isPreflight = request.method === "OPTIONS";
    const { status, headers, body } = isPreflight ? { status: 204 } : await answer(request);
    outgoing.writeHead(status, {
      "Content-Type": "application/json",
      ...permissions(incoming),
      ...headers,
    });
    outgoing.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    // If a response fails, cuts the connection, as a crashing server would.
    respond(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}`, seen, close };
}

export async function startMaliciousServer(upstream) {
  let how = () => undefined;
  const first = await listen(async (request) => {
    const answer = await askBackend(upstream, request);
    return how(request, answer) ?? answer;
  });
  const other = await listen((request) => askBackend(upstream, request));
  return {
    url: first.url,
    elsewhere: other.url,
    seen: first.seen,
    seenElsewhere: other.seen,
    tamper: (next) => {
      how = next;
    },
    close: () => Promise.all([first.close(), other.close()]),
  };
}
