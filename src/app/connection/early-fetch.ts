import { readStored } from "@/data/browser-storage/local-storage";
import { buildRequest, isSendableKey } from "@/http/build-request";
import type { Connection, Fetch } from "@/http/connection";
import { buildUrl } from "@/http/url";
import { isPinUnknown, readStoredConnection, shouldStartWithDemo } from "./connection-storage";
import { DEMO_CONNECTION } from "./demo-connection";
import { readLastProject } from "./recent-project";

// Sends a page's first requests before the app bundle has loaded. The client uses the responses.
// The requests are also defined here, because this module must have few dependencies. If the client
// sends a different request, only the early one is wasted.

const PROJECT_PATH = "/api/environments/:project_id/";
const FIRST_PAGE = { limit: 100, offset: 0 };
const SUBSCRIPTIONS = { path: "subscriptions/", query: FIRST_PAGE };
const MEMBERS = { path: "explicit_members/" };

/** IDs of the endpoints that aren't requested again for a day after a refusal. */
const REFUSABLE_IDS: Readonly<Record<string, string>> = {
  "web_vitals/": "webVitals.get",
  "sessions/property_definitions/": "sessions.properties",
};

/** Unused responses are dropped after this time. */
const UNUSED_TIMEOUT_MS = 30_000;
/** Same limit as in `prefetchVitals`. */
const MAX_PATHS = 4;

interface EarlyRequest {
  /** Relative to the project's API path. */
  readonly path: string;
  readonly query?: object;
}

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

function getVitalsRequests(search: URLSearchParams): readonly EarlyRequest[] {
  const paths = [...new Set(search.getAll("path"))].slice(0, MAX_PATHS);
  // The page normalizes paths that don't match this pattern, so early requests for them would be
  // wasted.
  if (!paths.every((path) => /^\/(?:[\w./-]*[\w.-])?$/.test(path))) return [];
  return paths.map((pathname) => ({ path: "web_vitals/", query: { pathname } }));
}

function getSubscriptionRequests(search: URLSearchParams): readonly EarlyRequest[] {
  // Trash requests a different list.
  const isPlain = !search.has("view") && !/is:deleted/i.test(search.get("q") ?? "");
  return isPlain ? [SUBSCRIPTIONS] : [];
}

function getPageRequests(area: string, subPath: string, search: URLSearchParams): readonly EarlyRequest[] {
  switch (area) {
    case "subscriptions":
      if (subPath === "" || subPath === "new" || subPath === "import") return getSubscriptionRequests(search);
      return isId(subPath.replace(/\/edit$/, ""))
        ? [{ path: `subscriptions/${subPath.replace(/\/edit$/, "")}/` }]
        : [];
    // The overview's path has no area.
    case "":
    case "recipients":
    case "sources":
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

/**
 * Whether the server has refused the endpoint, so that the client may not request it. Searches the text of
 * `stored-refusals` without parsing it, because an early request is only an optimization.
 */
function isRefused(path: string, connectionId: string): boolean {
  const id = REFUSABLE_IDS[path];
  return id !== undefined && (readStored(`environs.refusals.${connectionId}`) ?? "").includes(`"${id}`);
}

/** Returns the API URLs that the page at `url` requests first. */
export function getEarlyFetchUrls(url: URL, connection: Connection): readonly string[] {
  const isStartPage = url.pathname === "/";
  const [, project, area, subPath = ""] = /^\/p\/([\w@-]+)\/?(\w*)(?:\/(.+))?$/.exec(url.pathname) ?? [];
  const projectId = isStartPage ? readLastProject(connection.id) : project;
  if (!projectId) return [];
  const requests = isStartPage ? [SUBSCRIPTIONS] : getPageRequests(area ?? "", subPath, url.searchParams);
  return requests
    .filter(({ path }) => !isRefused(path, connection.id))
    .map(({ path, query }) => buildUrl(connection, PROJECT_PATH + path, { project_id: projectId }, query));
}

interface PendingFetch {
  readonly authorization: string | null;
  readonly response: Promise<Response>;
  readonly controller: AbortController;
}

const pendingFetches = new Map<string, PendingFetch>();

function cancelUnused(): void {
  for (const { controller } of pendingFetches.values()) controller.abort();
  pendingFetches.clear();
}

/** The backend of the page's first requests. Null if none is known, or the key can't be sent. */
function findBackend(demoFetch: Fetch | null): { connection: Connection; fetch: Fetch } | null {
  const connection = readStoredConnection();
  if (connection !== null)
    return isPinUnknown() || !isSendableKey(connection.key) ? null : { connection, fetch };
  return demoFetch && shouldStartWithDemo() ? { connection: DEMO_CONNECTION, fetch: demoFetch } : null;
}

/**
 * Sends a page's first requests to the active connection, if it has a key, or to the demo.
 * @param demoFetch sends requests to the demo. Null if the build has no demo.
 */
export function startEarlyFetch(url: URL, demoFetch: Fetch | null = null): void {
  const backend = findBackend(demoFetch);
  if (backend === null) return;
  const { connection, fetch: send } = backend;
  for (const address of getEarlyFetchUrls(url, connection)) {
    const controller = new AbortController();
    const options = { method: "GET", accept: "application/json", signal: controller.signal };
    const request = buildRequest(address, connection.key, options);
    const response = send(request);
    // Prevents an unhandled rejection. The consumer handles the error.
    response.catch(() => undefined);
    pendingFetches.set(address, {
      authorization: request.headers.get("Authorization"),
      response,
      controller,
    });
  }
  if (pendingFetches.size > 0) setTimeout(cancelUnused, UNUSED_TIMEOUT_MS);
}

/** Returns the response of an early request, once. Returns null without an early request. */
export function consumeEarlyFetch(request: Request): Promise<Response> | null {
  // After a write, responses to earlier requests may be outdated.
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
