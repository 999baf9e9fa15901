import { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";

type Fields = Record<string, unknown>;
type Answer = "ok" | "lost" | "unreachable" | "never" | number;

/** An API key that no journal entry may contain. */
export const JOURNAL_SERVER_KEY = "phx_never_in_the_journal";

function jsonResponse(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}

/**
 * Creates a small subscription server. Stores each write, unless its planned response is
 * `unreachable` or a status.
 */
export function createJournalServer(...records: readonly Fields[]) {
  const storedRecords = new Map<number, Fields>();
  const sentRequests: { readonly method: string; readonly id: number | null; readonly body: unknown }[] = [];
  /** Responses to the next writes. */
  const answers: Answer[] = [];
  /** Fields that the server adds to created records. */
  let defaults: Fields = {};
  const add = (fields: Fields) => {
    const id = Math.max(0, ...storedRecords.keys()) + 1;
    const record = { id, ...DEFAULTS, ...defaults, ...fields };
    storedRecords.set(id, record);
    return record;
  };
  for (const fields of records) add(fields);

  function apply(method: string, id: number | null, body: Fields): Response {
    const { invite_message: _message, send_test_now: _sendsNow, ...stored } = body;
    if (method === "POST") return jsonResponse(add(stored), 201);
    const record = { ...storedRecords.get(id ?? 0), ...stored };
    storedRecords.set(id ?? 0, record);
    return jsonResponse(record);
  }

  function read(id: number | null, search: URLSearchParams): Response {
    if (id !== null)
      return storedRecords.has(id)
        ? jsonResponse(storedRecords.get(id))
        : jsonResponse({ detail: "Not found." }, 404);
    const isTrash = search.get("deleted") === "true";
    const listed = [...storedRecords.values()].filter(({ deleted }) => (deleted === true) === isTrash);
    const offset = Number(search.get("offset") ?? 0);
    const results = listed.slice(offset, offset + Number(search.get("limit") ?? 100));
    return jsonResponse({ count: listed.length, next: null, previous: null, results });
  }

  async function serve(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const id = Number(/subscriptions\/(\d+)\//.exec(pathname)?.[1] ?? Number.NaN) || null;
    if (request.method === "GET") return read(id, searchParams);
    const body: Fields = JSON.parse(await request.text());
    sentRequests.push({ method: request.method, id, body });
    const answer = answers.shift() ?? "ok";
    if (answer === "unreachable") throw new TypeError("Failed to fetch");
    if (typeof answer === "number")
      return jsonResponse({ detail: `No, ${JOURNAL_SERVER_KEY} may not.` }, answer);
    const response = apply(request.method, id, body);
    if (answer === "never") await new Promise(() => {});
    if (answer === "lost") throw new TypeError("Failed to fetch");
    return response;
  }

  const connection = {
    id: "https://x.test environments",
    label: "x.test",
    baseUrl: "https://x.test",
    prefix: "environments",
    key: JOURNAL_SERVER_KEY,
  } as const;
  const api: Api = {
    projectId: "1",
    client: createClient({ connection, fetch: serve, sleep: async () => {} }),
  };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    api,
    queries: queryClient,
    answers,
    fetch: serve,
    sent: sentRequests,
    add,
    setDefaults(fields: Fields) {
      defaults = fields;
    },
    /** Changes a record on the server, as another user would. */
    change: (id: number, fields: Fields) => storedRecords.set(id, { ...storedRecords.get(id), ...fields }),
    drop: (id: number) => storedRecords.delete(id),
    served: (id: number) => storedRecords.get(id),
    all: () => [...storedRecords.values()],
  };
}

const DEFAULTS: Fields = {
  target_type: "email",
  target_value: "ana@x.co",
  frequency: "daily",
  interval: 1,
  start_date: "2026-11-02T08:00:00Z",
  deleted: false,
  next_delivery_date: null,
};
