import type { ServedUser } from "@/emulator/company/people-seed";
import type { Fault } from "@/emulator/faults/faults";
import type { Generation } from "./generation";

export interface ApiKey {
  readonly value: string;
  /** For example `subscription:read`. `*` grants everything, and `:write` includes `:read`. */
  readonly scopes: readonly string[];
  /** A key created before scopes existed. Servers of 2026 grant it no scopes, older servers grant all. */
  readonly isLegacy?: boolean;
  /** IDs of the projects that the key is limited to, or null for all projects. */
  readonly projects: readonly number[] | null;
  readonly user: ServedUser;
}

export type ProjectSize = "demo" | "large" | "empty";

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
  /** The day the data was created, stored until a reset. The dates of seed records are relative to this day. */
  readonly seededAt: Date;
  /** If missing, the seed leaves out records that only newer servers have. */
  readonly generation?: Generation;
}

/** A project's initial records, newest first. Records are created on demand. */
export interface Seed<Row> {
  readonly size: number;
  /**
   * Returns the record at an index from 0 to size - 1, always the same record. With numeric IDs, index 0 has the
   * highest ID.
   */
  at(index: number): Row;
  /** Returns an ID's index without creating records, or undefined when the seed doesn't contain the ID. */
  indexOf(id: string): number | undefined;
  /** Indexes of records that the default list hides, ascending. */
  readonly hidden?: readonly number[];
}

/** Defines one record type: its name, validation and seed. */
export interface ResourceDefinition<Row> {
  /** Part of the storage key, such as `exports`. */
  readonly name: string;
  readonly getId: (row: Row) => string;
  /** Validates a stored row. Rows that an older version stored in a different format are ignored. */
  readonly isRow: (value: unknown) => value is Row;
  /** Whether the row is in the trash instead of the default list. */
  readonly isHidden?: (row: Row) => boolean;
  readonly seed: (context: SeedContext) => Seed<Row>;
}

/** Selects a collection's rows: the default list or the trash. */
export type View = "visible" | "hidden";

/** One resource's rows in one project: the seed with the stored changes applied. */
export interface Collection<Row> {
  get(id: string): Row | undefined;
  /** Adds or replaces a row. A new row comes first in the list. The row is saved when the request ends. */
  put(row: Row): void;
  remove(id: string): void;
  count(view?: View): number;
  /** Yields a view's rows in the list order at the time of the call. Creates each row when it is iterated. */
  page(offset: number, limit: number, view?: View): Iterable<Row>;
  /** Yields every row of a view. Use only for small collections. */
  all(view?: View): Iterable<Row>;
  /**
   * Returns rows in the order of an unsorted database table: oldest first, and changed rows last. Without a view,
   * returns all rows.
   */
  inTableOrder(view?: View): { readonly count: number; page(offset: number, limit: number): Iterable<Row> };
  /** Changes with every write. */
  version(): number;
  /** Returns an integer above every numeric ID that this collection has assigned. */
  nextId(): number;
}

/** A record type that can be opened in a project. Created by `defineResource`. */
export interface Resource<Row> {
  readonly name: string;
  open(store: ResourceStore): Collection<Row>;
}

/** A stored change: the new row, or null for a removed row. */
export interface StoredChange {
  readonly row: unknown;
  /** Order in which rows were first stored. New rows are listed latest first. */
  readonly sequence: number;
  /** Order in which rows were last stored. Missing in changes that older versions stored. */
  readonly updated?: number;
}

/** One resource's stored changes in one project. */
export interface ResourceStore {
  readonly context: SeedContext;
  readonly changes: ReadonlyMap<string, StoredChange>;
  /** Changes with every write, so that derived data can be cached. */
  readonly version: number;
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

/** Stores a file on a storage host and returns the file's presigned address. */
export type StoreFile = (bytes: Uint8Array<ArrayBuffer>, headers: Headers) => string;

export interface AccountContext {
  readonly request: Request;
  readonly url: URL;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** A legacy key has the scopes that the generation grants. */
  readonly key: ApiKey;
  readonly user: ServedUser;
  readonly now: Date;
  readonly generation: Generation;
  readonly seed: number;
  readonly projects: readonly EmulatedProject[];
  /** Injected faults that apply to this request. */
  readonly faults: readonly Fault[];
  /**
   * Reads the request body as a JSON object.
   * @throws ApiError 400 when the body isn't a JSON object.
   */
  body(): Promise<Readonly<Record<string, unknown>>>;
  send(item: OutboxItem): void;
  /** Stores a file on the storage host and returns the file's presigned address. Null without a storage host. */
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
  /** The contract's endpoint ID, for example `exports.create`. Faults refer to this ID. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The contract's path template with a trailing slash, for example `/api/environments/:project_id/exports/:id/`. */
  readonly path: string;
  /** The scope that the key needs, or null for none. */
  readonly scope: string | null;
  /** Whether the endpoint is paginated by limit and offset. List faults apply only to paginated endpoints. */
  readonly isPaginated?: boolean;
  /** Generations that have the endpoint, by default all. Other generations respond with 404 "Endpoint not found.". */
  readonly generations?: readonly Generation[];
}

/**
 * An endpoint below a project. Key, scope and project are checked before `handle` is called. A thrown `ApiError` (see
 * `fail` in `errors.ts`) becomes the response. GET handlers must not call `put` or `remove`. Instead, these handlers
 * compute time-dependent state from `now`.
 */
export interface ProjectRoute extends RouteBase {
  readonly kind: "project";
  readonly handle: (context: ProjectContext) => Response | Promise<Response>;
}

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
