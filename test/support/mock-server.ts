import { getResponse, HttpResponse, http, type RequestHandler } from "msw";
import { contractEndpoints, otherEndpoints } from "@/api/endpoints";
import type { DbOptions } from "@/mocks/db";
import { createMocks, fetchFrom } from "@/mocks/handlers";
import { server } from "@/mocks/node";
import { change, override, refuse } from "@/mocks/scenarios";

/** With `origin`, only requests to that origin are answered, so that a test can have several servers. */
interface MockServerOptions extends DbOptions {
  readonly origin?: string;
}

/** Adds the mocks' handlers to the server of the test, over a database of their own. */
export function createMockServer({ origin, ...options }: MockServerOptions = {}) {
  const { db, handlers } = createMocks(options);
  const ofOrigin = http.all(`${origin}/*`, ({ request }) => getResponse(handlers, request));
  const used = origin === undefined ? handlers : [ofOrigin];
  server.use(...used);
  return {
    db,
    handlers,
    fetch: (request: Request) => fetch(request),
    /** Sends a request that the test's own handlers don't answer, as another user would. Returns the JSON. */
    async call(path: string, method = "GET", body?: object) {
      const headers = { Authorization: "Bearer phx_demo_all", "Content-Type": "application/json" };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetchFrom(handlers, new Request(`http://localhost/api/${path}`, init));
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
      return method === "DELETE" ? undefined : response.json();
    },
    /** Removes the handlers that the test has added. */
    resetHandlers() {
      server.resetHandlers();
      server.use(...used);
    },
  };
}
export type MockServer = ReturnType<typeof createMockServer>;

/** Creates a handler that holds an endpoint's requests until `release` is called. `path` is text in their URLs. */
export function hold(id: string, path = "") {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler = override(id, ({ url }) =>
    url.includes(path) ? released.then(() => undefined) : undefined,
  );
  return { handler, release: () => release() };
}

/** Creates a handler that changes the JSON of an endpoint's successful responses. */
export const changeJson = <Body>(id: string, { handlers }: MockServer, replace: (body: Body) => object) =>
  change(id, handlers, async (response) => HttpResponse.json(replace(await response.json()), response));

/** Creates a handler that replaces a text in all responses. */
export const replaceText = ({ handlers }: MockServer, text: string, by: string) =>
  change(
    "*",
    handlers,
    async (response) => new HttpResponse((await response.text()).replaceAll(text, by), response),
  );

/** Creates handlers that refuse all requests which need a scope. */
export function withoutScope(scope: string): readonly RequestHandler[] {
  return [...contractEndpoints, ...otherEndpoints]
    .filter((endpoint) => endpoint.scope === scope)
    .map(({ id }) => refuse(id, 403));
}

/** Creates a handler that adds `by` to the count of a list of subscriptions. */
export const miscount = (mocks: MockServer, by: number) =>
  changeJson("subscriptions.list", mocks, (page: { readonly count: number }) => ({
    ...page,
    count: page.count + by,
  }));

/** Creates a handler that sends at most `limit` subscriptions a page. */
export const limitPages = ({ handlers }: MockServer, limit: number) =>
  override("subscriptions.list", (request) => {
    const url = new URL(request.url);
    url.searchParams.set("limit", String(Math.min(limit, Number(url.searchParams.get("limit")))));
    return getResponse([...handlers], new Request(url, request));
  });
