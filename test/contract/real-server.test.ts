import { server } from "@/mocks/node";
// Replays what a running server of October 2024 answered. Where the mocks differs, the server is right, except for
// the reasons in EXCEPTIONS.

import type { RequestHandler } from "msw";
import { expect, it } from "vitest";
import { apiError } from "@/mocks/errors";
import { formatWireDate } from "@/mocks/fields";
import { change } from "@/mocks/scenarios";
import { STUCK } from "@/mocks/seed/exports";
import { createMockServer, type MockServer } from "../support/mock-server";
import { exchanges, explicitMembers, type RealExchange, realWorld } from "./real-2024-world";

const HOST = "https://server.example";
const COMPARED_HEADERS = ["Content-Type", "Cache-Control", "Content-Disposition"] as const;

/** What is compared. `rows` compares which records a page contains. */
type Aspect = "status" | "body" | "detail" | "allow" | "rows" | "order";

/** A difference that is allowed in the named aspects, and why. */
interface Exception {
  readonly reason: string;
  readonly aspects: readonly Aspect[];
  readonly appliesTo: (exchange: RealExchange) => boolean;
  /** Whether the request isn't sent, because its success would change later responses. */
  readonly isSkipped?: true;
  /** A handler with which the mocks agree. */
  readonly handler?: (mocks: MockServer) => RequestHandler;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function listRows(body: unknown): readonly Json[] | undefined {
  const rows = isObject(body) ? body["results"] : body;
  return Array.isArray(rows) ? rows.filter(isObject) : undefined;
}

const isExportOf = (body: unknown, formats: readonly unknown[]) =>
  isObject(body) && formats.includes(body["export_format"]);

/** Exports that the server finished later. */
const finishedExports = new Set(
  exchanges.flatMap(({ response }) =>
    [response, ...(listRows(response) ?? [])].flatMap((row) =>
      isObject(row) && row["has_content"] === true ? row["id"] : [],
    ),
  ),
);

const EVERYTHING = ["status", "body", "detail", "allow"] as const;
const hasPath = (pattern: RegExp) => (exchange: RealExchange) => pattern.test(exchange.path);

/** Stops the work on an export that was created, so that its file is never ready. */
function stopExport({ db }: MockServer): void {
  for (const project of db.world.projects) {
    const { exports } = db.tables(project);
    const [row] = exports.rows();
    if (row && row.created_at === formatWireDate(db.now())) exports.put({ ...row, ...STUCK });
  }
}

/** Finishes all other exports. */
function finishExports({ db }: MockServer): void {
  for (const project of db.world.projects) {
    const { exports } = db.tables(project);
    for (const row of exports.rows())
      if (row.durationMs !== STUCK.durationMs) exports.put({ ...row, durationMs: 0 });
  }
}

const neverFinish = (mocks: MockServer) =>
  change("exports.create", mocks.handlers, (response) => {
    stopExport(mocks);
    return response;
  });

/** Stores an export, and then refuses its format. */
const refuseStored = (mocks: MockServer) =>
  change("exports.create", mocks.handlers, async (response) => {
    const { export_format: format } = await response.json();
    stopExport(mocks);
    const refusal = apiError(
      400,
      "invalid_input",
      `Export format ${format} is not supported.`,
      "export_format",
    );
    refusal.headers.set("Allow", response.headers.get("Allow") ?? "");
    return refusal;
  });

const differsAt = (path: RegExp, reason: string): Exception => ({
  reason,
  aspects: EVERYTHING,
  appliesTo: hasPath(path),
});

/** The only differences that are allowed. Each must explain at least one. */
const EXCEPTIONS: readonly Exception[] = [
  {
    reason: "The contract promises no order of subscriptions, projects, and members. Servers differ.",
    aspects: ["order"],
    appliesTo: hasPath(
      /\/(subscriptions|projects|explicit_members|organizations\/@current\/members)\/?($|\?)/,
    ),
  },
  {
    reason: "The mocks' look-ups can only be read. The console doesn't change projects, people, or names.",
    aspects: ["allow"],
    appliesTo: hasPath(/\/(dashboards|insights)\/|@me|^\/api\/projects\/(@current\/)?$/),
  },
  {
    reason: "The message quotes the position of the error from Python's JSON parser.",
    aspects: ["detail"],
    appliesTo: ({ note }) => note === "bad json",
  },
  {
    reason: "No client reads the description of an endpoint.",
    aspects: ["status", "body"],
    appliesTo: ({ method }) => method === "OPTIONS",
  },
  differsAt(
    /\/personal_api_keys\//,
    "Keys can read their own scopes on newer servers. This one refuses every key.",
  ),
  differsAt(/\/integrations\//, "Newer servers list integrations to a key."),
  differsAt(/\/sessions\//, "The contract opens sessions to keys. This server is older."),
  differsAt(
    /\/session_recordings\//,
    "The regex helper is part of the contract, and newer than this server.",
  ),
  {
    reason: "Whether a file is created depends on the server's workers.",
    aspects: [],
    appliesTo: ({ path, status, response }) =>
      status === 201 &&
      path.includes("/exports/") &&
      isObject(response) &&
      !finishedExports.has(response["id"]),
    handler: neverFinish,
  },
  {
    reason: "Newer servers create PDF files. This one stores the export, and then refuses it.",
    aspects: [],
    appliesTo: ({ body, status }) => status === 400 && isExportOf(body, ["application/pdf"]),
    handler: refuseStored,
  },
  {
    reason: "The stored row of the refused PDF has an ID that no response contained before.",
    aspects: ["rows", "order"],
    appliesTo: ({ note }) => note === "exports",
  },
  {
    reason: "Newer servers create JSON files and videos.",
    aspects: [],
    appliesTo: ({ body, status }) => status === 400 && isExportOf(body, ["application/json", "video/mp4"]),
    isSkipped: true,
  },
  differsAt(/\/web_vitals\//, "Web vitals are part of the contract, and newer than this server."),
];

/** Look-ups of names, people, and projects. The contract doesn't define them. */
const isLookup = hasPath(
  /\/(dashboards|insights|members|@me|projects)\/($|\?)|^\/api\/projects\/@current\/$/,
);
/** Keys of look-ups and people that the console reads (src/contract). */
const READ_KEYS = new Set(
  [
    "count next previous results id uuid name user level short_id derived_name",
    "organization timezone is_demo teams first_name last_name email",
  ].flatMap((names) => names.split(" ")),
);
/** Times with the server's microseconds. The clock of the recording has seconds. */
const TIMES = new Set(["created_at", "updated_at", "joined_at"]);

/** Returns what is compared of a value: what the console reads of people and look-ups, and no times of writing. */
function toComparable(value: unknown, isOfLookup: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => toComparable(item, isOfLookup));
  if (!isObject(value)) return value;
  const isReduced = isOfLookup || "distinct_id" in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(name === "id" && "parent_membership_id" in value))
      .filter(([name]) => !TIMES.has(name) && (!isReduced || READ_KEYS.has(name)))
      .map(([name, item]) => [name, toComparable(item, isOfLookup)]),
  );
}

/** Reduces the mocks' value to the keys that the server sent. */
function pickKeys(value: unknown, template: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(template)) {
    return value.map((item: unknown, index) => pickKeys(item, template[index]));
  }
  if (!isObject(value) || !isObject(template)) return value;
  return Object.fromEntries(
    Object.keys(template)
      .filter((name) => name in value)
      .map((name) => [name, pickKeys(value[name], template[name])]),
  );
}

/** Sorts the keys of objects, so that equal values have equal texts. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort()) : item,
  );
}

const rowKey = (row: Json) => String(row["parent_membership_id"] ?? row["id"]);

/** IDs of the mocks by the server's, for everything that was created. */
class CreatedIds {
  readonly #ids = new Map<string, unknown>();

  #key = (path: string, id: unknown) =>
    `${/(subscriptions|exports|explicit_members)\//.exec(path)?.[1]} ${String(id)}`;

  add(path: string, expected: unknown, actual: unknown): void {
    if (isObject(expected) && isObject(actual)) this.#ids.set(this.#key(path, expected["id"]), actual["id"]);
  }

  toPath(path: string): string {
    return path.replace(/(?<=\/(?:subscriptions|exports)\/)\d+/, (id) =>
      String(this.#ids.get(this.#key(path, id)) ?? id),
    );
  }

  /** Replaces the server's IDs in records and lists of records. */
  toBody(path: string, body: unknown): unknown {
    if (Array.isArray(body)) return body.map((item: unknown) => this.toBody(path, item));
    if (!isObject(body)) return body;
    const id = this.#ids.get(this.#key(path, body["id"]));
    const results = body["results"];
    return {
      ...body,
      ...(id !== undefined && { id }),
      ...(Array.isArray(results) && { results: this.toBody(path, results) }),
    };
  }
}

async function createScene() {
  let now = new Date("2026-11-20T00:00:00Z");
  const mocks = createMockServer({ world: realWorld, now: () => now });
  const ids = new CreatedIds();

  async function send({ method, path, key, headers, body, raw_body }: Partial<RealExchange>) {
    const text = raw_body ?? (body === undefined ? null : JSON.stringify(body));
    const request = new Request(HOST + ids.toPath(path ?? ""), {
      method: method ?? "GET",
      headers: {
        Authorization: `Bearer ${key?.replace(/\W/g, "")}`,
        ...(text !== null && { "Content-Type": "application/json" }),
      },
      body: text,
    });
    for (const [name, value] of Object.entries(headers ?? {})) request.headers.set(name, value);
    const response = await mocks.fetch(request);
    const bytes = await response.arrayBuffer();
    const isJson = response.headers.get("Content-Type") === "application/json" && bytes.byteLength > 0;
    const content: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null;
    return { status: response.status, headers: response.headers, body: content };
  }

  const path = "/api/environments/2/explicit_members/";
  for (const body of explicitMembers) await send({ method: "POST", path, key: "all", body });
  const setTime = (time: Date) => {
    now = time;
  };
  return { mocks, ids, send, setTime };
}

interface Difference {
  readonly aspect: Aspect | "headers" | "mail";
  readonly expected: unknown;
  readonly actual: unknown;
}
type Check = (aspect: Difference["aspect"], expected: unknown, actual: unknown) => void;

function checkRows(check: Check, expected: unknown, actual: unknown): void {
  const withoutRows = (value: unknown) => (isObject(value) ? { ...value, results: [] } : []);
  check("body", withoutRows(expected), withoutRows(pickKeys(actual, expected)));
  const [expectedRows, actualRows] = [listRows(expected) ?? [], listRows(actual) ?? []];
  const [expectedKeys, actualKeys] = [expectedRows.map(rowKey), actualRows.map(rowKey)];
  const isPart = isObject(expected) && expected["count"] !== expectedRows.length;
  // Which rows are on a part of the pages depends on their order.
  if (isPart) check("rows", expectedKeys.length, actualKeys.length);
  else check("rows", expectedKeys.toSorted(), actualKeys.toSorted());
  check("order", expectedKeys, actualKeys);
  for (const row of expectedRows) {
    const own = actualRows.find((other) => rowKey(other) === rowKey(row));
    if (own) check("body", row, pickKeys(own, row));
  }
}

function checkError(check: Check, expected: unknown, actual: unknown): void {
  const withoutDetail = (error: unknown) => (isObject(error) ? { ...error, detail: undefined } : error);
  const detailOf = (error: unknown) => isObject(error) && error["detail"];
  check("body", withoutDetail(expected), withoutDetail(actual));
  check("detail", detailOf(expected), detailOf(actual));
}

type Scene = Awaited<ReturnType<typeof createScene>>;

async function compare(
  scene: Scene,
  exchange: RealExchange,
  handlers: readonly RequestHandler[],
): Promise<readonly Difference[]> {
  const { mocks, ids, send, setTime } = scene;
  const { note, at, path, status, response, response_headers: headers, mailed_to: mailedTo } = exchange;
  setTime(new Date(at));
  if (note === "export later") finishExports(mocks);
  mocks.resetHandlers();
  server.use(...handlers);
  const mailed = mocks.db.outbox.length;
  const answer = await send(exchange);
  if (status === 201) ids.add(path, response, answer.body);

  const differences: Difference[] = [];
  const check: Check = (aspect, expected, actual) => {
    if (toText(expected) !== toText(actual)) differences.push({ aspect, expected, actual });
  };
  check("status", status, answer.status);
  check("allow", headers["Allow"], answer.headers.get("Allow"));
  for (const name of answer.status === status ? COMPARED_HEADERS : [])
    check("headers", headers[name] ?? null, answer.headers.get(name));
  const targets = mocks.db.outbox.slice(mailed).map(({ target }) => target);
  if (mailedTo) check("mail", mailedTo, targets);
  if (headers["Content-Type"] !== "application/json") return differences;
  const expected = toComparable(ids.toBody(path, response), isLookup(exchange));
  const actual = toComparable(answer.body, isLookup(exchange));
  if (status >= 400) checkError(check, expected, actual);
  else if (listRows(expected)) checkRows(check, expected, actual);
  else check("body", expected, pickKeys(actual, expected));
  return differences;
}

function describeDifferences(index: number, exchange: RealExchange, found: readonly Difference[]): string {
  const { note, method, path, key, body, raw_body } = exchange;
  return [
    `#${index + 1} ${note}: ${method} ${path} by ${key} ${raw_body ?? toText(body) ?? ""}`,
    ...found.map(
      ({ aspect, expected, actual }) =>
        `  ${aspect}\n    server   ${toText(expected)}\n    mocks ${toText(actual)}`,
    ),
  ].join("\n");
}

it("answers what a real server of 2024 answered, and mails whom it mailed", async () => {
  const scene = await createScene();
  const disagreements: string[] = [];
  const used = new Set<Exception>();
  for (const [index, exchange] of exchanges.entries()) {
    const exceptions = EXCEPTIONS.filter(({ appliesTo }) => appliesTo(exchange));
    for (const exception of exceptions) if (exception.isSkipped || exception.handler) used.add(exception);
    if (exceptions.some(({ isSkipped }) => isSkipped)) continue;
    const handlers = exceptions.flatMap(({ handler }) => handler?.(scene.mocks) ?? []);
    const differences = await compare(scene, exchange, handlers);
    const unexplained = differences.filter(({ aspect }) => {
      const found = exceptions.filter(({ aspects }) => aspects.some((name) => name === aspect));
      for (const exception of found) used.add(exception);
      return found.length === 0;
    });
    if (unexplained.length > 0) disagreements.push(describeDifferences(index, exchange, unexplained));
  }
  expect(disagreements.join("\n")).toBe("");
  expect(EXCEPTIONS.filter((exception) => !used.has(exception))).toEqual([]);
});
