import type { ServedUser } from "@/emulator/company/people-seed";
import type { Fault } from "@/emulator/faults/faults";
import type { Generation } from "./generation";

/** A personal API key that the emulator accepts. */
export interface ApiKey {
  readonly value: string;
  /** For example `subscription:read`. `*` grants everything, and `:write` includes `:read`. */
  readonly scopes: readonly string[];
  /** A key from the time before scopes. Servers of 2026 grant it nothing, older ones everything. */
  readonly isLegacy?: boolean;
  /** Ids of the projects the key is limited to; null for all projects. */
  readonly projects: readonly number[] | null;
  readonly user: ServedUser;
}

export type ProjectSize = "demo" | "large" | "empty";

/** A project of the emulated organization. */
export interface EmulatedProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly size: ProjectSize;
}

/** The only inputs of a seed, so that every start creates the same records. */
export interface SeedContext {
  readonly project: EmulatedProject;
  readonly seed: number;
  /** The day the data was created, stored until a reset. Dates of seed records are relative to it. */
  readonly seededAt: Date;
  /** Records that only newer servers have are left out without it. */
  readonly generation?: Generation;
}

/** The initial records of a project, newest first. Records are created on demand. */
export interface Seed<Row> {
  readonly size: number;
  /**
   * Returns the record at an index from 0 to size - 1, always the same one. With numeric ids, index 0 has the highest
   * id.
   */
  at(index: number): Row;
  /** Returns the index of an id without creating records; undefined when the id is not in the seed. */
  indexOf(id: string): number | undefined;
  /** Indexes of records that are hidden from the default list, ascending. */
  readonly hidden?: readonly number[];
}

/** Names, validates and seeds one type of record. */
export interface ResourceDefinition<Row> {
  /** Part of the storage key, such as `exports`. */
  readonly name: string;
  readonly getId: (row: Row) => string;
  /** Validates a stored row. Rows that an older version stored in another form are ignored. */
  readonly isRow: (value: unknown) => value is Row;
  /** True when the row is in the trash instead of the default list. */
  readonly isHidden?: (row: Row) => boolean;
  readonly seed: (context: SeedContext) => Seed<Row>;
}

/** Selects the rows of a collection: the default list or the trash. */
export type View = "visible" | "hidden";

/** The rows of one resource in one project: the seed with the stored changes applied. */
export interface Collection<Row> {
  get(id: string): Row | undefined;
  /** Adds or replaces a row. A new row comes first in the list. The row is saved when the request ends. */
  put(row: Row): void;
  remove(id: string): void;
  count(view?: View): number;
  /** Yields rows of a view in list order as of the call. Each row is created when it is iterated. */
  page(offset: number, limit: number, view?: View): Iterable<Row>;
  /** Yields every row of a view. For small collections only. */
  all(view?: View): Iterable<Row>;
  /** Returns the rows like a table without an order: the oldest first, and changed rows last. Without a view, all rows. */
  inTableOrder(view?: View): { readonly count: number; page(offset: number, limit: number): Iterable<Row> };
  /** Changes with every write. */
  version(): number;
  /** Returns an integer above every numeric id that this collection has assigned. */
  nextId(): number;
}

/** A type of record that can be opened in a project. Created by `defineResource`. */
export interface Resource<Row> {
  readonly name: string;
  open(store: ResourceStore): Collection<Row>;
}

/** A stored change: the new row, or null when the row was removed. */
export interface StoredChange {
  readonly row: unknown;
  /** Order in which rows were first stored. New rows are listed by it, latest first. */
  readonly sequence: number;
  /** Order in which rows were last stored. Missing in what older versions stored. */
  readonly updated?: number;
}

/** The stored changes of one resource in one project. */
export interface ResourceStore {
  readonly context: SeedContext;
  readonly changes: ReadonlyMap<string, StoredChange>;
  /** Changes with every write, so that derived data can be cached. */
  readonly version: number;
  /** Stores a row, or null for a removed row. */
  write(id: string, row: unknown): void;
}

/** An email, message or call that a real server would send. Kept in memory for tests. */
export interface OutboxItem {
  readonly projectId: number;
  readonly subscriptionId: number;
  readonly channel: string;
  readonly target: string;
  readonly at: string;
}

/** Puts a file on a storage host and returns its presigned address. */
export type StoreFile = (bytes: Uint8Array<ArrayBuffer>, headers: Headers) => string;

/** The input of every handler. */
export interface AccountContext {
  readonly request: Request;
  readonly url: URL;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** A legacy key has the scopes that the generation grants it. */
  readonly key: ApiKey;
  /** The owner of the key. */
  readonly user: ServedUser;
  readonly now: Date;
  readonly generation: Generation;
  readonly seed: number;
  readonly projects: readonly EmulatedProject[];
  /** The injected faults that apply to this request. */
  readonly faults: readonly Fault[];
  /**
   * Reads the request body as a JSON object.
   * @throws ApiError 400 when the body is anything else.
   */
  body(): Promise<Readonly<Record<string, unknown>>>;
  send(item: OutboxItem): void;
  /** Puts a file on the storage host and returns its presigned address; null without such a host. */
  readonly storeFile: StoreFile | null;
  /** Delays the response by `ms` after the work is saved, and replaces it with the result of `answer`. */
  respondAfter(ms: number, answer: (now: Date) => Response): void;
}

/** The input of handlers below `/api/environments/:project_id/`. */
export interface ProjectContext extends AccountContext {
  readonly project: EmulatedProject;
  readonly seededAt: Date;
  open<Row>(resource: Resource<Row>): Collection<Row>;
}

interface RouteBase {
  /** Endpoint id of the contract, for example `exports.create`. Faults refer to it. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The contract's path template with a trailing slash, for example `/api/environments/:project_id/exports/:id/`. */
  readonly path: string;
  /** The scope that the key needs; null for none. */
  readonly scope: string | null;
  /** True when the endpoint is paginated by limit and offset. List faults apply only to these endpoints. */
  readonly isPaginated?: boolean;
  /** The generations that have the endpoint. Others answer 404 "Endpoint not found.". Defaults to all. */
  readonly generations?: readonly Generation[];
}

/**
 * An endpoint below a project. Key, scope and project are checked before `handle` is called. A thrown `ApiError` (see
 * `fail` in `errors.ts`) becomes the response. GET handlers must not call `put` or `remove`: compute state that
 * depends on time from `now`.
 */
export interface ProjectRoute extends RouteBase {
  readonly kind: "project";
  readonly handle: (context: ProjectContext) => Response | Promise<Response>;
}

/** An endpoint outside of projects. */
export interface AccountRoute extends RouteBase {
  readonly kind: "account";
  readonly handle: (context: AccountContext) => Response | Promise<Response>;
}

export type Route = ProjectRoute | AccountRoute;

export function projectRoute(route: Omit<ProjectRoute, "kind">): ProjectRoute {
  return { kind: "project", ...route };
}

export function accountRoute(route: Omit<AccountRoute, "kind">): AccountRoute {
  return { kind: "account", ...route };
}
