import { delay, getResponse, HttpResponse, http, type RequestHandler } from "msw";
import { endpoints } from "@/api/endpoints";
import { apiError } from "./errors";

/** A resolver that may leave the response to the next handler. */
type Resolve = (request: Request) => Promise<Response | undefined> | Response | undefined;
type Handlers = readonly RequestHandler[];
interface Options {
  readonly once?: boolean;
}

/** Handles an endpoint such as `subscriptions.list`, or every request with `*`, instead of its usual handler. */
export function override(id: string, resolve: Resolve, options: Options = {}): RequestHandler {
  const resolver = ({ request }: { readonly request: Request }) => resolve(request);
  if (id === "*") return http.all("*/api/*", resolver, options);
  const endpoint = endpoints[id];
  if (!endpoint) throw new RangeError(`Unknown endpoint: ${id}`);
  const path = endpoint.path.replace(/^\/api\/\w+\/:project_id/, "/api/:prefix/:project_id");
  const method = endpoint.method.toLowerCase() as Lowercase<typeof endpoint.method>;
  return http[method](`*${path.replace(/\/$/, "")}`, resolver, options);
}

const page = (title: string, status: number) =>
  HttpResponse.html(`<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`, {
    status,
  });

/** Codes and messages of error responses (upstream-facts, Everywhere). */
const ERRORS: Readonly<Record<number, readonly [code: string, detail: string]>> = {
  400: ["invalid_input", "This request was refused on purpose."],
  401: ["authentication_failed", "Personal API key found in request Authorization header is invalid."],
  402: ["payment_required", "This feature is not part of the current plan."],
  404: ["not_found", "Not found."],
  409: ["conflict", "The record was changed by somebody else."],
  429: ["throttled", "Request was throttled. Expected available in 3 seconds."],
};

export function createError(status: number, detail?: string, scope = "*"): Response {
  if (status === 502) return page("502 Bad Gateway", 502);
  if (status === 405) return new HttpResponse(null, { status });
  if (status === 403)
    return apiError(403, "permission_denied", detail ?? `API key missing required scope '${scope}'`);
  const [code, text] = ERRORS[status] ?? ["error", "A server error occurred."];
  return apiError(status, code, detail ?? text);
}

export const refuse = (
  id: string,
  status: number,
  { detail, ...options }: Options & { detail?: string } = {},
) => override(id, () => createError(status, detail, endpoints[id]?.scope), options);

/** Changes an endpoint's successful responses. The requests have their usual effect. */
export function change(
  id: string,
  handlers: Handlers,
  replace: (response: Response) => Response | Promise<Response>,
  options?: Options,
): RequestHandler {
  const resolve = async (request: Request) => {
    const response = await getResponse([...handlers], request);
    return response?.ok ? replace(response) : response;
  };
  return override(id, resolve, options);
}

/** Processes an endpoint's requests, and then loses the connection. */
export const loseAnswer = (id: string, handlers: Handlers, options?: Options) =>
  change(id, handlers, () => HttpResponse.error(), options);

export const hang = (id: string, options?: Options) => override(id, () => new Promise(() => {}), options);

export const slow = (id: string, ms: number, options?: Options) =>
  override(id, () => delay(ms).then(() => undefined), options);

export const offline = (id: string, options?: Options) => override(id, () => HttpResponse.error(), options);

async function cutOff(response: Response): Promise<Response> {
  const text = await response.text();
  return new HttpResponse(text.slice(0, Math.ceil(text.length / 2)), response);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces the records of a list. Other responses become `single`. */
const changeRecords =
  (replace: (records: readonly unknown[]) => readonly unknown[], single: object | null) =>
  async (response: Response) => {
    const body: unknown = await response.json().catch(() => null);
    if (Array.isArray(body)) return Response.json(replace(body));
    if (!isObject(body) || !Array.isArray(body["results"])) return Response.json(single);
    const results = replace(body["results"]);
    return Response.json({ ...body, results, ...(results.length === 0 && { count: 0, next: null }) });
  };
const BROKEN = { id: "broken" };
const breakRecord = changeRecords(([, ...others]) => [BROKEN, ...others], BROKEN);
const removeRecords = changeRecords(() => [], null);

type Scenario = (id: string, handlers: Handlers) => RequestHandler;

/** Named ways in which servers fail, for Settings. */
export const SCENARIOS = {
  slow: (id) => slow(id, 2_000),
  offline: (id) => offline(id),
  "lost-answer": (id, handlers) => loseAnswer(id, handlers),
  "server-error": (id) => refuse(id, 500),
  "rejected-key": (id) => refuse(id, 401),
  "sign-in-page": (id) => override(id, () => page("Sign in", 401)),
  "missing-scope": (id) => refuse(id, 403),
  "not-found": (id) => refuse(id, 404, { detail: "Endpoint not found." }),
  throttled: (id) =>
    override(id, () => {
      const response = createError(429);
      response.headers.set("Retry-After", "3");
      return response;
    }),
  "throttled-by-proxy": (id) => override(id, () => page("429 Too Many Requests", 429)),
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
      (item["endpoint"] === "*" || Object.hasOwn(endpoints, String(item["endpoint"]))) &&
      Object.hasOwn(SCENARIOS, String(item["name"])),
  );
}

/** Handles requests of the scenarios that are active when they arrive. */
export function scenarioHandler(
  listActive: () => readonly ActiveScenario[],
  handlers: Handlers,
): RequestHandler {
  return http.all("*/api/*", ({ request }) => {
    const active = listActive().map(({ endpoint, name }) => SCENARIOS[name](endpoint, handlers));
    return getResponse(active, request);
  });
}
