import { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";

type Fields = Record<string, unknown>;
/**
 * `held` responds when `release` is called. `lost` creates the export, then loses the response. A
 * number is the HTTP status of the response.
 */
type PlannedAnswer = "ok" | "held" | "lost" | "unreachable" | number;

/** An API key that no journal entry may contain. */
export const EXPORT_SERVER_KEY = "phx_never_in_the_journal";

/** Creates a small export server, whose list is newest first. Exports stay pending until the test changes them. */
export function createExportServer(count = 0) {
  const rows: (Fields & { readonly id: number })[] = [];
  const requestedPaths: string[] = [];
  const sentBodies: unknown[] = [];
  /** Responses to the next creations. */
  const plannedAnswers: PlannedAnswer[] = [];
  /** Responses to the next reads, instead of the records. */
  const refusals: { status: number; body?: Fields; headers?: Record<string, string> }[] = [];
  const heldResolvers: (() => void)[] = [];
  const server = {
    /** Maximum number of records on a page. */
    cap: Number.POSITIVE_INFINITY,
    aborted: 0,
  };

  function add(fields: Fields = {}) {
    const id = 101 + rows.length;
    const record = {
      id,
      export_format: "image/png",
      created_at: new Date().toISOString(),
      has_content: false,
      exception: null,
      expires_after: "2099-01-01T00:00:00Z",
      ...fields,
    };
    rows.unshift(record);
    return record;
  }
  for (let created = 0; created < count; created += 1) add();

  function updateRow(id: number, fields: Fields): void {
    const index = rows.findIndex((row) => row.id === id);
    rows[index] = { ...rows[index], ...fields, id };
  }

  async function create(request: Request): Promise<Response> {
    const body: Fields = JSON.parse(await request.text());
    sentBodies.push(body);
    const answer = plannedAnswers.shift() ?? "ok";
    if (answer === "unreachable") throw new TypeError("Failed to fetch");
    if (typeof answer === "number")
      return Response.json({ detail: `No, ${EXPORT_SERVER_KEY} may not.` }, { status: answer });
    const { id } = add(body);
    if (answer === "lost") throw new TypeError("Failed to fetch");
    if (answer === "held") await waitForRelease(request.signal);
    const created = rows.find((row) => row.id === id);
    return created === undefined
      ? Response.json({ detail: "It has changed its mind." }, { status: 400 })
      : Response.json(created, { status: 201 });
  }

  function waitForRelease(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      heldResolvers.push(resolve);
      signal.addEventListener("abort", () => {
        server.aborted += 1;
        reject(signal.reason);
      });
    });
  }

  async function serve(request: Request): Promise<Response> {
    if (request.method === "POST") return create(request);
    const { pathname, searchParams, search } = new URL(request.url);
    const id = Number(/exports\/(\d+)\//.exec(pathname)?.[1] ?? Number.NaN);
    requestedPaths.push(Number.isNaN(id) ? `list${search}` : `${id}`);
    const refusal = refusals.shift();
    if (refusal !== undefined) {
      return Response.json(refusal.body ?? {}, { status: refusal.status, headers: refusal.headers ?? {} });
    }
    if (!Number.isNaN(id)) {
      const row = rows.find((each) => each.id === id);
      return row ? Response.json(row) : Response.json({ detail: "Not found." }, { status: 404 });
    }
    const offset = Number(searchParams.get("offset") ?? 0);
    const limit = Math.min(server.cap, Number(searchParams.get("limit") ?? 100));
    const results = rows.slice(offset, offset + limit);
    return Response.json({ count: rows.length, next: null, previous: null, results });
  }

  const connection = {
    id: "https://x.test environments",
    label: "x.test",
    baseUrl: "https://x.test",
    prefix: "environments",
    key: EXPORT_SERVER_KEY,
  } as const;
  const api: Api = {
    projectId: "1",
    client: createClient({ connection, fetch: serve, sleep: async () => {} }),
  };
  return Object.assign(server, {
    api,
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    add,
    answers: plannedAnswers,
    asked: requestedPaths,
    change: updateRow,
    drop: (id: number) =>
      void rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      ),
    finish: (id: number) => updateRow(id, { has_content: true }),
    refusals,
    /** Sends the response that was held first. */
    release: () => heldResolvers.shift()?.(),
    sent: sentBodies,
  });
}
