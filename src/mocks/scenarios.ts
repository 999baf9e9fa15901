import { delay, getResponse, HttpResponse, http, type RequestHandler } from "msw";
import { contractEndpoints, otherEndpoints } from "@/contract/endpoints";
import { apiError } from "./errors";

/** A resolver that may leave the response to the next handler. */
type Resolve = (request: Request) => Promise<Response | undefined> | Response | undefined;

const endpoints = new Map(
  [...contractEndpoints, ...otherEndpoints].map(({ id, method, path, scope }) => [
    id,
    { method, path, scope },
  ]),
);

/** Handles an endpoint such as `subscriptions.list`, or every request with `*`, instead of its usual handler. */
export function override(
  id: string,
  resolve: Resolve,
  options: { readonly once?: boolean } = {},
): RequestHandler {
  const resolver = ({ request }: { readonly request: Request }) => resolve(request);
  if (id === "*") return http.all("*/api/*", resolver, options);
  const endpoint = endpoints.get(id);
  if (!endpoint) throw new RangeError(`Unknown endpoint: ${id}`);
  const path = endpoint.path
    .replace(/^\/api\/\w+\/:project_id/, "/api/:prefix/:project_id")
    .replace(/\/$/, "");
  const method = ({ GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const)[
    endpoint.method
  ];
  return http[method](`*${path}`, resolver, options);
}

const GATEWAY_PAGE =
  "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";
const SIGN_IN_PAGE =
  "<!doctype html><html><head><title>Sign in</title></head><body><form><h1>Sign in to continue</h1></form></body></html>";

const page = (body: string, status: number) => HttpResponse.html(body, { status });

/** Codes and messages of error responses (upstream-facts, Everywhere). */
const ERRORS: Readonly<Record<number, readonly [code: string, detail: string]>> = {
  400: ["invalid_input", "This request was refused on purpose."],
  401: ["authentication_failed", "Personal API key found in request Authorization header is invalid."],
  402: ["payment_required", "This feature is not part of the current plan."],
  404: ["not_found", "Not found."],
  409: ["conflict", "The record was changed by somebody else."],
  429: ["throttled", "Request was throttled. Expected available in 3 seconds."],
};

/** Creates the error response of a status, in the server's form. */
export function createError(status: number, detail?: string, scope = "*"): Response {
  if (status === 502) return page(GATEWAY_PAGE, 502);
  if (status === 405) return new HttpResponse(null, { status });
  if (status === 403)
    return apiError(403, "permission_denied", detail ?? `API key missing required scope '${scope}'`);
  const [code, text] = ERRORS[status] ?? ["error", "A server error occurred."];
  return apiError(status, code, detail ?? text);
}

/** Refuses an endpoint's requests with a status. */
export function refuse(
  id: string,
  status: number,
  { detail, once }: { readonly detail?: string; readonly once?: boolean } = {},
): RequestHandler {
  return override(id, () => createError(status, detail, endpoints.get(id)?.scope), { once: once === true });
}

/**
 * Refuses requests of a key that pass a limit, as Django REST framework's throttles do: refused requests don't count, and
 * the wait ends when the oldest one leaves the window. By default, the limits of real servers (upstream-facts,
 * Everywhere).
 * @param onRefused called with the time of each refusal, in ms since 1970
 */
export function limitRequests({
  limits = [
    { windowMs: 60_000, max: 480 },
    { windowMs: 3_600_000, max: 4_800 },
  ],
  onRefused = () => undefined,
}: {
  readonly limits?: readonly { readonly windowMs: number; readonly max: number }[];
  readonly onRefused?: (time: number) => void;
} = {}): RequestHandler {
  const sentAt = new Map<string | null, number[]>();
  return override("*", ({ headers }) => {
    const key = headers.get("Authorization");
    const times = sentAt.get(key) ?? [];
    sentAt.set(key, times);
    const now = Date.now();
    for (const { windowMs, max } of limits) {
      const oldest = times[times.length - max];
      if (oldest === undefined || oldest <= now - windowMs) continue;
      onRefused(now);
      const seconds = Math.ceil((oldest + windowMs - now) / 1_000);
      return createError(429, `Request was throttled. Expected available in ${seconds} seconds.`);
    }
    times.push(now);
    return undefined;
  });
}

/** Changes an endpoint's successful responses. The requests have their usual effect. */
export function change(
  id: string,
  handlers: readonly RequestHandler[],
  replace: (response: Response) => Response | Promise<Response>,
  options?: { readonly once?: boolean },
): RequestHandler {
  return override(
    id,
    async (request) => {
      const response = await getResponse([...handlers], request);
      return response?.ok ? replace(response) : response;
    },
    options,
  );
}

/** Processes an endpoint's requests, and then loses the connection. */
export const loseAnswer = (
  id: string,
  handlers: readonly RequestHandler[],
  options?: { readonly once?: boolean },
) => change(id, handlers, () => HttpResponse.error(), options);

/** Never answers an endpoint's requests. */
export const hang = (id: string, options?: { readonly once?: boolean }) =>
  override(id, () => new Promise(() => {}), options);

/** Delays an endpoint's responses by `ms`. */
export const slow = (id: string, ms: number, options?: { readonly once?: boolean }) =>
  override(id, () => delay(ms).then(() => undefined), options);

export const offline = (id: string, options?: { readonly once?: boolean }) =>
  override(id, () => HttpResponse.error(), options);

async function cutOff(response: Response): Promise<Response> {
  const text = await response.text();
  return new HttpResponse(text.slice(0, Math.ceil(text.length / 2)), response);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Replaces the first record of a list, or a whole record. */
async function breakRecord(response: Response): Promise<Response> {
  const body: unknown = await response.json().catch(() => null);
  const broken = { id: "broken" };
  if (Array.isArray(body)) return HttpResponse.json([broken, ...body.slice(1)], response);
  const results = isObject(body) ? body["results"] : undefined;
  if (!isObject(body) || !Array.isArray(results)) return HttpResponse.json(broken);
  return HttpResponse.json({ ...body, results: [broken, ...results.slice(1)] });
}

/** Removes the records of a list. Other responses lose their body. */
async function removeRecords(response: Response): Promise<Response> {
  const body: unknown = await response.json().catch(() => null);
  if (Array.isArray(body)) return HttpResponse.json([]);
  if (!isObject(body) || !Array.isArray(body["results"])) return new HttpResponse(null, { status: 200 });
  return HttpResponse.json({ ...body, count: 0, next: null, previous: null, results: [] });
}

type Scenario = (id: string, handlers: readonly RequestHandler[]) => RequestHandler;

/** Named ways in which servers fail, for Settings. */
export const SCENARIOS = {
  slow: (id) => slow(id, 2_000),
  offline: (id) => offline(id),
  "lost-answer": (id, handlers) => loseAnswer(id, handlers),
  "server-error": (id) => refuse(id, 500),
  "rejected-key": (id) => refuse(id, 401),
  "sign-in-page": (id) => override(id, () => page(SIGN_IN_PAGE, 401)),
  "missing-scope": (id) => refuse(id, 403),
  "not-found": (id) => refuse(id, 404, { detail: "Endpoint not found." }),
  throttled: (id) =>
    override(id, () => {
      const response = createError(429);
      response.headers.set("Retry-After", "3");
      return response;
    }),
  "throttled-by-proxy": (id) => override(id, () => page("<h1>429 Too Many Requests</h1>", 429)),
  "cut-off": (id, handlers) => change(id, handlers, cutOff),
  "malformed-record": (id, handlers) => change(id, handlers, breakRecord),
  empty: (id, handlers) => change(id, handlers, removeRecords),
} satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;

/** A scenario of an endpoint, or of all with `*`. */
export interface ActiveScenario {
  readonly endpoint: string;
  readonly name: ScenarioName;
}

/** Returns the active scenarios in a stored value. Ignores those of another version of the app. */
export function parseScenarios(value: unknown): readonly ActiveScenario[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item: unknown): item is ActiveScenario =>
      isObject(item) &&
      (item["endpoint"] === "*" || endpoints.has(String(item["endpoint"]))) &&
      Object.hasOwn(SCENARIOS, String(item["name"])),
  );
}

/** Handles requests of the scenarios that are active when they arrive. */
export function scenarioHandler(
  listActive: () => readonly ActiveScenario[],
  handlers: readonly RequestHandler[],
): RequestHandler {
  return http.all("*/api/*", async ({ request }) => {
    const active = listActive().map(({ endpoint, name }) => SCENARIOS[name](endpoint, handlers));
    return active.length === 0 ? undefined : getResponse(active, request);
  });
}
