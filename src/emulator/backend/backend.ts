import type { People, ServedUser } from "@/emulator/company/people-seed";
import type { Fault } from "@/emulator/faults/faults";
import type { CatalogEntry } from "./dashboard-catalog";
import type { Generation, SendTestNow } from "./generation";

export interface ApiKey {
  readonly value: string;
  /** Such as `subscription:read`. `*` grants everything. `:write` includes `:read`. */
  readonly scopes: readonly string[];
  /**
   * Whether the key predates scopes. Servers of 2026 grant such keys no scopes. Older servers grant
   * them all scopes.
   */
  readonly isLegacy?: boolean;
  /** IDs of the projects to which the key is limited. Null for all projects. */
  readonly projects: readonly number[] | null;
  readonly user: ServedUser;
}

export type ProjectSize = "demo" | "large" | "empty";

/** Dashboards with the IDs of their insights, and insights. */
export interface Catalog {
  readonly dashboards: readonly (CatalogEntry & { readonly insights: readonly number[] })[];
  readonly insights: readonly CatalogEntry[];
}

export interface EmulatedProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly size: ProjectSize;
  /** IDs of dashboards and insights that were deleted. Subscriptions may still refer to them. */
  readonly deletedSources?: readonly number[];
  /** IDs of dashboards whose insights were removed. */
  readonly emptyDashboards?: readonly number[];
  /** Whether everyone in the organization has access, so that there are no explicit members. */
  readonly isOpen?: boolean;
  /** Replaces the generated dashboards and insights. */
  readonly catalog?: Catalog;
}

/** The organization, and who can access which of its projects. */
export interface World {
  readonly organization: { readonly id: string; readonly name: string };
  readonly people: People;
  readonly projects: readonly EmulatedProject[];
  readonly keys: readonly ApiKey[];
}

/** All inputs of a seed. Nothing else affects the seed, so its records are reproducible. */
export interface SeedContext {
  readonly project: EmulatedProject;
  readonly seed: number;
  /** Time of the last reset. Dates of seed records are relative to it. */
  readonly seededAt: Date;
  /** Without a generation, the seed excludes records that only newer servers have. */
  readonly generation?: Generation;
}

/** A project's initial records, newest first. Created on demand. */
export interface Seed<Row> {
  readonly size: number;
  /**
   * Returns the record at an index from 0 to size - 1. An index always yields the same record. If
   * IDs are numeric, index 0 has the highest ID.
   */
  at(index: number): Row;
  /**
   * Returns the index of an ID without creating records. Returns undefined if the seed doesn't
   * contain the ID.
   */
  indexOf(id: string): number | undefined;
  /** Ascending indexes of records that the default list hides. */
  readonly hidden?: readonly number[];
}

/** Definition of a record type for `defineResource`. */
export interface ResourceDefinition<Row> {
  /** Part of the storage key, such as `exports`. */
  readonly name: string;
  readonly getId: (row: Row) => string;
  /** Validates a stored row. Rows in the format of an older version are ignored. */
  readonly isRow: (value: unknown) => value is Row;
  /** Whether the row is in Trash instead of the default list. */
  readonly isHidden?: (row: Row) => boolean;
  readonly seed: (context: SeedContext) => Seed<Row>;
}

/** Selects the rows of a collection: the default list or Trash. */
export type View = "visible" | "hidden";

/** A resource's rows in a project: the seed with the stored changes. */
export interface Collection<Row> {
  get(id: string): Row | undefined;
  /**
   * Adds or replaces a row. New rows come first in the list. Changes are saved when the request
   * ends.
   */
  put(row: Row): void;
  remove(id: string): void;
  count(view?: View): number;
  /**
   * Yields a view's rows in the list order at the time of the call. Creates the rows lazily, during
   * iteration.
   */
  page(offset: number, limit: number, view?: View): Iterable<Row>;
  /** Yields every row of a view. For small collections only. */
  all(view?: View): Iterable<Row>;
  /**
   * Returns rows in the order of an unsorted database table: oldest first, and changed rows last. Without a view,
   * returns all rows.
   */
  inTableOrder(view?: View): { readonly count: number; page(offset: number, limit: number): Iterable<Row> };
  /** Returns a number that changes on every write. */
  version(): number;
  /** Returns an integer above every numeric ID of this collection. */
  nextId(): number;
}

/** A record type that can be opened in a project. Created by `defineResource`. */
export interface Resource<Row> {
  readonly name: string;
  open(store: ResourceStore): Collection<Row>;
}

/** A stored change: the new row, or null after a removal. */
export interface StoredChange {
  readonly row: unknown;
  /** Sequence number of the first write. New rows are listed by this number in descending order. */
  readonly sequence: number;
  /** Sequence number of the last write. */
  readonly updated: number;
}

export interface ResourceStore {
  readonly context: SeedContext;
  readonly changes: ReadonlyMap<string, StoredChange>;
  /** Changes on every write. Used to cache derived data. */
  readonly version: number;
  write(id: string, row: unknown): void;
}

/** Why a delivery is sent, as in the run history. */
export type DeliveryTrigger = "scheduled" | "manual" | "target_change" | "resume";

/** An email or message that a real server would send. Held in memory for tests. */
export interface SentDelivery {
  readonly projectId: number;
  readonly subscriptionId: number;
  readonly channel: string;
  readonly target: string;
  readonly trigger: DeliveryTrigger;
  readonly at: string;
}

/** Stores a file on a storage host and returns its presigned URL. */
export type StoreFile = (bytes: Uint8Array<ArrayBuffer>, headers: Headers) => string;

export interface AccountContext {
  readonly request: Request;
  readonly url: URL;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** The request's API key. A legacy key already has the scopes that the generation grants it. */
  readonly key: ApiKey;
  readonly user: ServedUser;
  readonly now: Date;
  readonly generation: Generation;
  readonly sendTestNow: SendTestNow;
  readonly organization: World["organization"];
  readonly people: People;
  /** The projects that the key's owner can open. */
  readonly projects: readonly EmulatedProject[];
  /** The projects of the server, even those that the key's owner can't open. */
  readonly allProjects: readonly EmulatedProject[];
  readonly faults: readonly Fault[];
  /**
   * Reads the request body as a JSON object.
   * @throws ApiError 400 when the body isn't a JSON object.
   */
  body(): Promise<Readonly<Record<string, unknown>>>;
  send(item: SentDelivery): void;
  /** Stores a file on the storage host and returns its presigned URL. Null without a storage host. */
  readonly storeFile: StoreFile | null;
  /** Responds `ms` after the handler's changes are saved, with the result of `answer`. */
  respondAfter(ms: number, answer: (now: Date) => Response): void;
}

/** Input of handlers below `/api/environments/:project_id/`. */
export interface ProjectContext extends AccountContext {
  readonly project: EmulatedProject;
  readonly seededAt: Date;
  open<Row>(resource: Resource<Row>): Collection<Row>;
}

interface RouteBase {
  /** Endpoint ID, such as `exports.create`. Faults refer to it. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Path template with a trailing slash, such as `/api/environments/:project_id/exports/:id/`.
   */
  readonly path: string;
  /** Scope that the key needs. With null, the handler checks access or allows every key. */
  readonly scope: string | null;
  /** Whether the endpoint is paginated by limit and offset. List faults apply only to these endpoints. */
  readonly isPaginated?: boolean;
  /**
   * Generations that have the endpoint. Defaults to all. Other generations respond with 404 "Endpoint not found.".
   */
  readonly generations?: readonly Generation[];
  /** Prefix in generations that have the endpoint only under `environments` or only under `projects`. */
  readonly onlyUnder?: Readonly<Partial<Record<Generation, "environments" | "projects">>>;
  /** Text of the 403 for people who can't open the project, if it isn't the usual one. */
  readonly refusal?: string;
  /** Responds to an unknown key. Defaults to 401 `authentication_failed`. */
  readonly refuseUnknownKey?: (generation: Generation) => void;
}

/**
 * An endpoint below a project. Key, scope, and project are checked before `handle` is called. A
 * thrown `ApiError` (see `fail` in `errors.ts`) becomes the response. GET handlers must not call
 * `put` or `remove`. They derive time-dependent state from `now` instead.
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
