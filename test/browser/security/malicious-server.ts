// Two origins that try to get the API key. The user connects to one of them, which tries to lead the app to the other.
import { createServer, type IncomingMessage } from "node:http";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

interface BackendAnswer extends Answer {
  readonly body: string;
}

/** Called with each request, except preflights, and the backend's response. Returns undefined to use this response. */
type Tamper = (request: SeenRequest, answer: BackendAnswer) => Answer | undefined;

export interface MaliciousServer {
  /** The origin to which the user connects. It forwards requests to the backend and manipulates responses. */
  readonly url: string;
  /** The origin to which `url` tries to lead the app. It accepts every request. */
  readonly elsewhere: string;
  /** All requests to `url`, including preflights. */
  readonly seen: readonly SeenRequest[];
  readonly seenElsewhere: SeenRequest[];
  readonly tamper: (how: Tamper) => void;
  readonly close: () => Promise<unknown>;
}

interface Backend {
  readonly url: string;
  readonly key: string;
}

async function askBackend(backend: Backend, { method, path, body }: SeenRequest): Promise<BackendAnswer> {
  const headers = { Authorization: `Bearer ${backend.key}`, "Content-Type": "application/json" };
  const answer = await fetch(backend.url + path, { method, headers, ...(body !== "" && { body }) });
  return { status: answer.status, body: await answer.text() };
}

async function listen(answer: (request: SeenRequest) => Promise<Answer>) {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const respond = async () => {
      const { method = "", url: path = "", headers } = incoming;
      let body = "";
      for await (const chunk of incoming) body += String(chunk);
      const request = { method, path, headers, body };
      seen.push(request);
      const response: Answer = method === "OPTIONS" ? { status: 204 } : await answer(request);
      // Every CORS permission, including credentials.
      outgoing.writeHead(response.status, {
        "Content-Type": "application/json",
        "Access-Control-Allow-Origin": headers.origin ?? "*",
        "Access-Control-Allow-Credentials": "true",
        "Access-Control-Allow-Methods": "DELETE, GET, OPTIONS, PATCH, POST, PUT",
        "Access-Control-Allow-Headers": headers["access-control-request-headers"] ?? "authorization",
        "Access-Control-Expose-Headers": "*",
        ...response.headers,
      });
      outgoing.end(response.body);
    };
    // If a response fails, cuts the connection, as a crashing server would.
    respond().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, seen, close };
}

/** Starts both servers in front of a backend, which receives its own key. */
export async function startMaliciousServer(backend: Backend | null): Promise<MaliciousServer> {
  if (backend === null) throw new Error("This test needs the backend over HTTP.");
  let how: Tamper = () => undefined;
  const first = await listen(async (request) => {
    const answer = await askBackend(backend, request);
    return how(request, answer) ?? answer;
  });
  const other = await listen((request) => askBackend(backend, request));
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
