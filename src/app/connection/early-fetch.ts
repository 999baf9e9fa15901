import { buildRequest, isSendableKey } from "@/http/build-request";
import type { Connection } from "@/http/connection";
import { buildUrl } from "@/http/url";
import { readStoredConnection } from "./connection-storage";
import { readLastProject } from "./recent-project";

// The first request of a visit leaves before the app's code has come, and the client takes its answer when it asks for
// the same. So this stands on nothing large, and says once more what a page asks first: where it says something else
// than the page, the page asks as it would without.

const PROJECT_PATH = "/api/environments/:project_id/";
const FIRST_PAGE = { limit: 100, offset: 0 };
const SUBSCRIPTIONS = { path: "subscriptions/", query: FIRST_PAGE };
const MEMBERS = { path: "explicit_members/" };

/** Ms after which nobody comes for an answer any more. */
const UNUSED_TIMEOUT_MS = 30_000;
/** As many as `prefetchVitals` asks for. */
const MAX_PATHS = 4;

interface EarlyRequest {
  /** Below that of the project. */
  readonly path: string;
  readonly query?: object;
}

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

function getVitalsRequests(search: URLSearchParams): readonly EarlyRequest[] {
  const paths = [...new Set(search.getAll("path"))].slice(0, MAX_PATHS);
  // Others have to be cleaned, which the page does.
  if (!paths.every((path) => /^\/(?:[\w./-]*[\w.-])?$/.test(path))) return [];
  return paths.map((pathname) => ({ path: "web_vitals/", query: { pathname } }));
}

function getSubscriptionRequests(search: URLSearchParams): readonly EarlyRequest[] {
  // The bin is another list.
  const isPlain = !search.has("view") && !/is:deleted/i.test(search.get("q") ?? "");
  return isPlain ? [SUBSCRIPTIONS] : [];
}

/** What the page of an address asks of its project first. */
function getPageRequests(area: string, subPath: string, search: URLSearchParams): readonly EarlyRequest[] {
  switch (area) {
    case "subscriptions":
      if (subPath === "" || subPath === "new" || subPath === "apply") return getSubscriptionRequests(search);
      return isId(subPath.replace(/\/edit$/, ""))
        ? [{ path: `subscriptions/${subPath.replace(/\/edit$/, "")}/` }]
        : [];
    case "recipients":
    case "calendar":
    case "health":
      return subPath === "" ? [SUBSCRIPTIONS] : [];
    case "exports":
      if (subPath === "" || subPath === "new") return [{ path: "exports/", query: FIRST_PAGE }];
      return isId(subPath) ? [{ path: `exports/${subPath}/` }] : [];
    case "members":
      if (subPath.includes("/")) return [];
      return subPath === "offboard" ? [SUBSCRIPTIONS] : [MEMBERS];
    case "vitals":
      return subPath === "" || subPath === "path" ? getVitalsRequests(search) : [];
    case "sessions":
      return subPath === "" ? [{ path: "sessions/property_definitions/" }] : [];
    default:
      return [];
  }
}

/** The addresses that the page of `url` asks a server for first; none for a page that reads nothing. */
export function getEarlyFetchUrls(url: URL, connection: Connection): readonly string[] {
  const isStartPage = url.pathname === "/";
  const [, project, area, subPath = ""] = /^\/p\/([\w@-]+)\/(\w+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
  const projectId = isStartPage ? readLastProject(connection.id) : project;
  if (!projectId) return [];
  const requests = isStartPage ? [SUBSCRIPTIONS] : getPageRequests(area ?? "", subPath, url.searchParams);
  return requests.map(({ path, query }) =>
    buildUrl(connection, PROJECT_PATH + path, { project_id: projectId }, query),
  );
}

interface PendingFetch {
  readonly authorization: string | null;
  readonly response: Promise<Response>;
  readonly controller: AbortController;
}

const pendingFetches = new Map<string, PendingFetch>();

/** Forgets, and cancels, what nobody has come for. */
function cancelUnused(): void {
  for (const { controller } of pendingFetches.values()) controller.abort();
  pendingFetches.clear();
}

/** Sends what the page of an address asks first, where a connection with its key is kept. */
export function startEarlyFetch(url: URL): void {
  const connection = readStoredConnection();
  if (connection === null || !isSendableKey(connection.key)) return;
  for (const address of getEarlyFetchUrls(url, connection)) {
    const controller = new AbortController();
    const options = { method: "GET", accept: "application/json", signal: controller.signal };
    const request = buildRequest(address, connection.key, options);
    const response = fetch(request);
    // Whoever takes it is told.
    response.catch(() => undefined);
    pendingFetches.set(address, {
      authorization: request.headers.get("Authorization"),
      response,
      controller,
    });
  }
  if (pendingFetches.size > 0) setTimeout(cancelUnused, UNUSED_TIMEOUT_MS);
}

/** The answer to a request that was sent already, once; null where it is to be sent. */
export function consumeEarlyFetch(request: Request): Promise<Response> | null {
  // What was asked before a write may no longer be true.
  if (request.method !== "GET") cancelUnused();
  const pending = pendingFetches.get(request.url);
  if (pending === undefined) return null;
  pendingFetches.delete(request.url);
  const { authorization, response, controller } = pending;
  if (authorization !== request.headers.get("Authorization")) {
    controller.abort();
    return null;
  }
  request.signal.addEventListener("abort", () => controller.abort(request.signal.reason));
  return response;
}
