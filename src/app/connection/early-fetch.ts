import { buildRequest, isSendableKey } from "@/http/build-request";
import type { Connection } from "@/http/connection";
import { buildUrl } from "@/http/url";
import { keptConnection } from "./connection-storage";
import { lastProject } from "./recent-project";

// The first request of a visit leaves before the app's code has come, and the client takes its answer when it asks for
// the same. So this stands on nothing large, and says once more what a page asks first: where it says something else
// than the page, the page asks as it would without.

const PROJECT = "/api/environments/:project_id/";
const FIRST_PAGE = { limit: 100, offset: 0 };
const DELIVERIES = { path: "subscriptions/", query: FIRST_PAGE };
const MEMBERS = { path: "explicit_members/" };

/** Ms after which nobody comes for an answer any more. */
const KEPT_FOR = 30_000;
/** As many as `prefetchVitals` asks for. */
const MOST_PATHS = 4;

interface Asked {
  /** Below that of the project. */
  readonly path: string;
  readonly query?: object;
}

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

function vitalsOf(search: URLSearchParams): readonly Asked[] {
  const paths = [...new Set(search.getAll("path"))].slice(0, MOST_PATHS);
  // Others have to be cleaned, which the page does.
  if (!paths.every((path) => /^\/(?:[\w./-]*[\w.-])?$/.test(path))) return [];
  return paths.map((pathname) => ({ path: "web_vitals/", query: { pathname } }));
}

function deliveriesOf(search: URLSearchParams): readonly Asked[] {
  // The bin is another list.
  const isPlain = !search.has("view") && !/is:deleted/i.test(search.get("q") ?? "");
  return isPlain ? [DELIVERIES] : [];
}

/** What the page of an address asks of its project first. */
function askedBy(area: string, rest: string, search: URLSearchParams): readonly Asked[] {
  switch (area) {
    case "subscriptions":
      if (rest === "" || rest === "new" || rest === "apply") return deliveriesOf(search);
      return isId(rest.replace(/\/edit$/, ""))
        ? [{ path: `subscriptions/${rest.replace(/\/edit$/, "")}/` }]
        : [];
    case "recipients":
    case "calendar":
    case "health":
      return rest === "" ? [DELIVERIES] : [];
    case "exports":
      if (rest === "" || rest === "new") return [{ path: "exports/", query: FIRST_PAGE }];
      return isId(rest) ? [{ path: `exports/${rest}/` }] : [];
    case "members":
      if (rest.includes("/")) return [];
      return rest === "offboard" ? [DELIVERIES] : [MEMBERS];
    case "vitals":
      return rest === "" || rest === "path" ? vitalsOf(search) : [];
    case "sessions":
      return rest === "" ? [{ path: "sessions/property_definitions/" }] : [];
    default:
      return [];
  }
}

/** The addresses that the page of `url` asks a server for first; none for a page that reads nothing. */
export function firstAddresses(url: URL, connection: Connection): readonly string[] {
  const isBare = url.pathname === "/";
  const [, project, area, rest = ""] = /^\/p\/([\w@-]+)\/(\w+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
  const projectId = isBare ? lastProject(connection.id) : project;
  if (!projectId) return [];
  const asked = isBare ? [DELIVERIES] : askedBy(area ?? "", rest, url.searchParams);
  return asked.map(({ path, query }) =>
    buildUrl(connection, PROJECT + path, { project_id: projectId }, query),
  );
}

interface Sent {
  readonly authorization: string | null;
  readonly answer: Promise<Response>;
  readonly cancel: AbortController;
}

const sent = new Map<string, Sent>();

/** Forgets, and cancels, what nobody has come for. */
function forgetSent(): void {
  for (const { cancel } of sent.values()) cancel.abort();
  sent.clear();
}

/** Sends what the page of an address asks first, where a connection with its key is kept. */
export function sendFirst(url: URL): void {
  const connection = keptConnection();
  if (connection === null || !isSendableKey(connection.key)) return;
  for (const address of firstAddresses(url, connection)) {
    const cancel = new AbortController();
    const parts = { method: "GET", accept: "application/json", signal: cancel.signal };
    const request = buildRequest(address, connection.key, parts);
    const answer = fetch(request);
    // Whoever takes it is told.
    answer.catch(() => undefined);
    sent.set(address, { authorization: request.headers.get("Authorization"), answer, cancel });
  }
  if (sent.size > 0) setTimeout(forgetSent, KEPT_FOR);
}

/** The answer to a request that was sent already, once; null where it is to be sent. */
export function takeFirst(request: Request): Promise<Response> | null {
  // What was asked before a write may no longer be true.
  if (request.method !== "GET") forgetSent();
  const first = sent.get(request.url);
  if (first === undefined) return null;
  sent.delete(request.url);
  const { authorization, answer, cancel } = first;
  if (authorization !== request.headers.get("Authorization")) {
    cancel.abort();
    return null;
  }
  request.signal.addEventListener("abort", () => cancel.abort(request.signal.reason));
  return answer;
}
