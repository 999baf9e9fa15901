import type { ServedUser } from "@/emulator/company/people-seed";
import type { Fault } from "@/emulator/faults/faults";

/** One personal API key the emulator knows. */
export interface ApiKey {
  readonly value: string;
  /** Such as `subscription:read`; `*` is everything, `:write` satisfies `:read`. */
  readonly scopes: readonly string[];
  /** Ids of the projects it is limited to; null for all. */
  readonly projects: readonly number[] | null;
  readonly user: ServedUser;
}

/** How much a project holds. */
export type ProjectSize = "demo" | "large" | "empty";

/** A project of the emulated organisation. */
export interface EmulatedProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly size: ProjectSize;
}

/** What a seed may depend on: nothing else, so that every start gives the same records. */
export interface SeedContext {
  readonly project: EmulatedProject;
  readonly seed: number;
  /** The day the data was made (kept with it until a reset); dates of seed records count from here. */
  readonly seededAt: Date;
}

/** The records a project begins with, in list order (newest first), each made when it is asked for. */
export interface Seed<Row> {
  readonly size: number;
  /** The record at a place, 0 to size - 1; the same each time. Numeric ids: the first one is the highest. */
  at(index: number): Row;
  /** The place of an id without making records; undefined for an id that is not of the seed. */
  indexOf(id: string): number | undefined;
  /** Places of records that are hidden from the ordinary list, ascending. */
  readonly hidden?: readonly number[];
}

/** A kind of record: how it is named, recognised and seeded. */
export interface ResourceDefinition<Row> {
  /** Part of the storage key, such as `exports`. */
  readonly name: string;
  readonly getId: (row: Row) => string;
  /** Recognises a stored row; what an older version stored otherwise is ignored. */
  readonly isRow: (value: unknown) => value is Row;
  /** Whether a row stands in the bin instead of the ordinary list. */
  readonly isHidden?: (row: Row) => boolean;
  readonly seed: (context: SeedContext) => Seed<Row>;
}

/** Which rows of a collection: the ordinary list, or the bin. */
export type View = "visible" | "hidden";

/** The rows of one resource in one project: the seed with the changes laid over it. */
export interface Collection<Row> {
  get(id: string): Row | undefined;
  /** Adds or replaces a row; a new one comes first in the list. Kept when the request is answered. */
  put(row: Row): void;
  remove(id: string): void;
  count(view?: View): number;
  /** Rows of a view in list order as they are at the call; each is made when its turn comes. */
  page(offset: number, limit: number, view?: View): Iterable<Row>;
  /** Every row of a view, made one after the other: for small collections. */
  all(view?: View): Iterable<Row>;
  /** A whole number above every numeric id that was ever given out here. */
  nextId(): number;
}

/** A kind of record that can be opened in a project; made by `defineResource` of `resource.ts`. */
export interface Resource<Row> {
  readonly name: string;
  open(store: ResourceStore): Collection<Row>;
}

/** A stored change: the row, or null when it was removed. */
export interface StoredChange {
  readonly row: unknown;
  /** Order of first storage: new rows are listed by it, latest first. */
  readonly sequence: number;
}

/** The changes of one resource in one project, as the database keeps them. */
export interface ResourceStore {
  readonly context: SeedContext;
  readonly changes: ReadonlyMap<string, StoredChange>;
  /** Another number after every change, so that what was derived from the changes can be kept. */
  readonly version: number;
  /** Stores a row, or null for a removed one. */
  write(id: string, row: unknown): void;
}

/** A mail, message or call the server would have sent; kept for tests, never persisted. */
export interface OutboxItem {
  readonly projectId: number;
  readonly subscriptionId: number;
  readonly channel: string;
  readonly target: string;
  readonly at: string;
}

/** What every handler gets: who asks, and when. */
export interface AccountContext {
  readonly request: Request;
  readonly url: URL;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly key: ApiKey;
  /** Holder of the key. */
  readonly user: ServedUser;
  readonly now: Date;
  readonly seed: number;
  readonly projects: readonly EmulatedProject[];
  /** What goes wrong with this request on purpose. */
  readonly faults: readonly Fault[];
  /**
   * The request's JSON object.
   * @throws Refusal 400 for anything else.
   */
  body(): Promise<Readonly<Record<string, unknown>>>;
  send(item: OutboxItem): void;
  /** Holds the answer back for so many ms after the work is kept, and gives another one then. */
  respondAfter(ms: number, answer: (now: Date) => Response): void;
}

/** What a handler below `/api/environments/:project_id/` gets. */
export interface ProjectContext extends AccountContext {
  readonly project: EmulatedProject;
  readonly seededAt: Date;
  open<Row>(resource: Resource<Row>): Collection<Row>;
}

interface RouteBase {
  /** Endpoint id of the contract, such as `exports.create`; faults name it. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The contract's path template with its trailing slash, such as `/api/environments/:project_id/exports/:id/`. */
  readonly path: string;
  /** Scope the key needs; null for none. */
  readonly scope: string | null;
  /** Whether it answers with pages by limit and offset; faults of lists hit these alone. */
  readonly isPaginated?: boolean;
}

/**
 * An endpoint below a project. Key, scope and project are checked before `handle` is called. A thrown `Refusal`
 * (see `errors.ts`: `fail`, `refuse`) becomes the answer. GET handlers must not `put` or `remove`: what changes with
 * time is computed from `now`.
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

/** Declares an endpoint below a project. */
export function projectRoute(route: Omit<ProjectRoute, "kind">): ProjectRoute {
  return { kind: "project", ...route };
}

/** Declares an endpoint outside of projects. */
export function accountRoute(route: Omit<AccountRoute, "kind">): AccountRoute {
  return { kind: "account", ...route };
}
