import * as z from "zod/mini";
import { createClient } from "@/api/client";
import type { Connection, Fetch } from "@/api/connection";
import type { ResponseSpec } from "@/api/endpoint";
import { type ErrorBody, HttpError } from "@/api/errors";
import type { ExportedAsset } from "@/api/exports";
import type { ExplicitMember } from "@/api/members";
import { userSummary } from "@/api/parsers";
import type { UsageStorage } from "@/api/request-budget";
import { type Subscription, subscription } from "@/api/subscriptions";
import type { WebVitals } from "@/api/web-vitals";
import type { Api } from "@/data/backend/backend";
import { createBackend } from "@/data/backend/create-backend";
import type { JournalEntry } from "@/data/journal/journal-entry";
import type { DepartingMember } from "@/data/offboarding/match-member";
import type { BoardRow } from "@/features/vitals/model/board-rows";
import type { SearchLanguage } from "@/lib/search/list-search";
import type { RecordSchema, ReferenceNames } from "@/lib/search/record-schema";
import { createRecordIndex } from "@/lib/search/record-search";
import { parseSortParam } from "@/lib/url/url-state";

const CONNECTION: Connection = {
  id: "https://x.test environments",
  label: "x.test",
  baseUrl: "https://x.test",
  prefix: "environments",
  key: "phx_demo_all",
};

interface ClientOptions extends Partial<Connection> {
  /** Defaults to the global function, which the server of the test answers. */
  readonly fetch?: Fetch;
}

/** Builds a client that retries without delays. Its key has every scope of the mocks. */
export function buildClient({
  fetch = (request) => globalThis.fetch(request),
  ...connection
}: ClientOptions = {}) {
  return createClient({ connection: { ...CONNECTION, ...connection }, fetch, sleep: async () => {} });
}

/** Builds a backend with a project. */
export function buildApi({
  projectId = "1",
  ...options
}: { readonly projectId?: string } & ClientOptions = {}): Api {
  return { ...createBackend(buildClient(options)), projectId };
}

/** Creates a storage in memory, which several clients can share as tabs do. */
export function createMemoryStorage(): UsageStorage["area"] {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  };
}

/** Builds the error of a response that the server rejected. `body` overrides the fields, which are null. */
export function buildHttpError(
  status: number,
  body: Partial<ErrorBody> = {},
  { retryAfterMs = null, isMutation = false }: { retryAfterMs?: number | null; isMutation?: boolean } = {},
) {
  const fields = { type: null, code: null, detail: null, attr: null, ...body };
  return new HttpError(status, fields, retryAfterMs, isMutation);
}

interface FindOptions {
  readonly names?: ReferenceNames;
  /** As in a URL: the ID of a column, with a minus to sort from the end. */
  readonly sort?: string | undefined;
  readonly now?: number;
}

/** Finds rows with the search of their list. */
export function findRows<Row extends object>(
  { schema, parse }: Pick<SearchLanguage<Row>, "parse"> & { readonly schema: RecordSchema<Row> },
  rows: readonly Row[],
  text: string,
  { names, sort = "", now = 0 }: FindOptions = {},
): readonly Row[] {
  const index = createRecordIndex(schema);
  index.setRows(rows);
  if (names !== undefined) index.setNames(names);
  return index.findSync({ query: parse(text), sort: parseSortParam(sort), now, zone: "UTC" });
}

/** Parses a body in the server's format. Fails if the endpoint can't read it. */
export function parseBody<Value>({ response }: { readonly response: ResponseSpec<Value> }, body: unknown) {
  const parsed = response.kind === "json" ? response.parse(body) : null;
  if (!parsed?.ok) throw new Error("The endpoint can't read the body.");
  return parsed.value;
}

const DAYS = ["2026-11-08", "2026-11-15"];

/** Builds the series of a metric, with the same value in two weeks. */
export function buildSeries(
  metric: string,
  value: number,
  math: string | null = "p90",
): WebVitals["results"][number] {
  return { data: [value, value], days: DAYS, labels: [], action: { custom_name: metric, math } };
}

export function buildVitals(results: WebVitals["results"], fields: Partial<WebVitals> = {}): WebVitals {
  return {
    results,
    broken: [],
    error: "",
    timezone: "UTC",
    last_refresh: "2026-11-21T09:00:00Z",
    resolved_date_range: { date_from: "2026-11-14", date_to: "2026-11-21" },
    ...fields,
  };
}

/** Builds a board row that hasn't loaded. `fields` override the defaults. */
export function buildBoardRow(path: string, fields: Partial<BoardRow> = {}): BoardRow {
  return { path, data: null, error: null, isFetching: false, ...fields };
}

/** Builds a dashboard export that is ready. `fields` override the defaults. */
export function buildExport(fields: Partial<ExportedAsset> = {}): ExportedAsset {
  return {
    id: 7001,
    dashboard: 201,
    insight: null,
    export_format: "image/png",
    created_at: "2026-11-20T10:00:00Z",
    has_content: true,
    export_context: null,
    filename: "export-weekly-figures.png",
    expires_after: "2027-05-21T10:00:00Z",
    exception: null,
    ...fields,
  };
}

/** Builds the entry of a successful change of a subscription. */
export function buildJournalEntry(fields: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: "1",
    connection: "demo",
    server: "Demo data",
    projectId: "1",
    at: "2026-11-21T10:00:00.000Z",
    resource: "subscription",
    recordId: 1,
    name: "Weekly figures",
    kind: "changed",
    changes: [],
    outcome: "done",
    reason: null,
    batch: null,
    undoes: null,
    undoneBy: null,
    tab: "another",
    ...fields,
  };
}

/** Builds a user. `fields` override Mei's data. */
export function buildUser(fields: Partial<NonNullable<ExplicitMember["user"]>> = {}) {
  return {
    id: 5,
    uuid: "aaaaaaaa-0000-4000-8000-000000000005",
    distinct_id: null,
    first_name: "Mei",
    last_name: "Tanaka",
    email: "mei@example.com",
    is_email_verified: true,
    role_at_organization: "product",
    ...fields,
  };
}

/**
 * Builds Mei's membership. She is a plain member without access through the organization. `fields` override the
 * defaults.
 */
export function buildMember(fields: Partial<ExplicitMember> = {}): ExplicitMember {
  const level = fields.level ?? 1;
  const parent = fields.parent_level === undefined ? 0 : fields.parent_level;
  return {
    id: "bbbbbbbb-0000-4000-8000-000000000005",
    level,
    parent_level: parent,
    parent_membership_id: null,
    joined_at: "2026-03-01T10:00:00Z",
    updated_at: "2026-11-21T09:00:00Z",
    user: buildUser(),
    effective_level: parent === null ? null : Math.max(level, parent),
    ...fields,
  };
}

export function buildMemberNamed(
  number: number,
  name: string,
  fields: Partial<ExplicitMember> = {},
): ExplicitMember {
  const uuid = `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const user = buildUser({
    id: number,
    uuid,
    first_name: name,
    last_name: "",
    email: `${name.toLowerCase()}@example.com`,
  });
  return buildMember({ id: uuid.replaceAll("a", "b"), user, ...fields });
}

export const LEA_VER: DepartingMember = {
  uuid: "0190aaaa-0000-4000-8000-000000000001",
  email: "lea@x.co",
  name: "Lea Ver",
};

export function buildUserSummary(uuid: string | null, email: string, first_name = "") {
  return z.parse(userSummary, { id: 1, uuid, email, first_name });
}

export function buildOffboardingSubscription(fields: Partial<Subscription>): Subscription {
  return z.parse(subscription, {
    id: 1,
    dashboard: 12,
    insight: null,
    target_type: "email",
    target_value: "lea@x.co,bo@x.co",
    frequency: "weekly",
    start_date: "2026-11-02T08:00:00Z",
    created_by: null,
    deleted: false,
    title: "Weekly figures",
    ...fields,
  });
}

/** Builds the departing member's explicit membership. The levels in the project and the organization are 1. */
export function buildMembership({ uuid, email, name }: DepartingMember): ExplicitMember {
  return {
    id: "m-1",
    level: 1,
    parent_level: 1,
    parent_membership_id: null,
    joined_at: "2025-01-01T00:00:00Z",
    updated_at: null,
    user: buildUserSummary(uuid, email, name),
    effective_level: 1,
  };
}

/**
 * Builds a weekly subscription with two recipients. It is delivered on Mondays at 08:00:30 UTC.
 * Parses the fields with the contract's schema.
 */
export function buildSubscription(fields: Partial<Subscription> = {}): Subscription {
  return z.parse(subscription, {
    id: 7,
    dashboard: 12,
    insight: null,
    target_type: "email",
    target_value: "ana@example.com, bo@example.com",
    frequency: "weekly",
    interval: 1,
    byweekday: ["monday"],
    bysetpos: null,
    count: null,
    start_date: "2026-11-02T08:00:30Z",
    until_date: null,
    created_at: "2026-10-30T10:00:00Z",
    created_by: null,
    deleted: false,
    title: "Weekly figures",
    summary: "sent every week",
    next_delivery_date: "2026-11-23T08:00:30Z",
    invite_message: null,
    ...fields,
  });
}
