import type { DefaultBodyType, HttpResponseResolver, PathParams } from "msw";
import type { Db, Tables } from "./db";
import { apiError, fail } from "./errors";
import type { ServedUser } from "./seed/people";
import type { ApiKey, MockProject, World } from "./seed/world";

/** What handlers know about a request with a valid key. */
export interface MockContext {
  readonly request: Request;
  readonly url: URL;
  readonly params: PathParams;
  readonly db: Db;
  /** A legacy key already has the scopes that the server grants it. */
  readonly key: ApiKey;
  readonly user: ServedUser;
  readonly now: Date;
  /** Whether a newer server is imitated instead of the API document's. */
  readonly isNewer: boolean;
}

export interface ProjectContext extends MockContext, Tables {
  readonly project: MockProject;
}

type Resolver = HttpResponseResolver<PathParams, DefaultBodyType>;
type Answer = Response | Promise<Response>;

/** Minimum effective level for changing members (upstream-facts, Explicit members). */
export const ADMINISTRATOR_LEVEL = 8;
const PROJECTS_ONLY = "API keys with scoped projects are only supported on project-based endpoints.";
const INVALID_KEY = "Personal API key found in request Authorization header is invalid.";
const UNSUPPORTED = "This action does not support Personal API Key access";

/** Methods of paths, as in the header `Allow`. Other paths can only be read. */
const METHODS: readonly (readonly [path: RegExp, methods: string])[] = [
  [/\/(subscriptions|exports|explicit_members)\/?$/, "GET, POST, HEAD, OPTIONS"],
  [/\/(subscriptions|explicit_members)\/[^/]+\/?$/, "GET, PUT, PATCH, DELETE, HEAD, OPTIONS"],
  [/\/(test-delivery|regex)\/?$/, "POST, OPTIONS"],
  [/\/access_controls\/?$/, "PUT, OPTIONS"],
];

/** Adds the headers that every response has. Newer servers declare one prefix deprecated. */
function addHeaders({ headers }: Response, { profile }: Db, { pathname, search }: URL): void {
  const [, methods = "GET, HEAD, OPTIONS"] = METHODS.find(([path]) => path.test(pathname)) ?? [];
  headers.set("Allow", methods);
  if (profile !== "newer" || !pathname.startsWith("/api/environments/")) return;
  const successor = pathname.replace("environments", "projects") + search;
  headers.set("Deprecation", "@1772323200");
  headers.set("Link", `<${successor}>; rel="successor-version"`);
  headers.set("Sunset", "Mon, 01 Mar 2027 00:00:00 GMT");
}

/** Responds with what `work` returns or throws, and with the headers of every response. */
async function respond(db: Db, request: Request, work: () => Answer): Promise<Response> {
  let response: Response;
  try {
    response = await work();
  } catch (error) {
    // Other errors are bugs in the mocks. The response imitates a server error, and the log shows the bug to developers.
    if (!(error instanceof Response)) console.error(error);
    response = error instanceof Response ? error : apiError(500, "error", "A server error occurred.");
  }
  addHeaders(response, db, new URL(request.url));
  return response;
}

/** Finds the request's key. Insights respond to an unknown key with 403. */
function authenticate(db: Db, { headers, url }: Request): ApiKey {
  const token = /^Bearer\s+(\S+)\s*$/.exec(headers.get("Authorization") ?? "")?.[1];
  if (token === undefined)
    throw apiError(401, "not_authenticated", "Authentication credentials were not provided.");
  const key = db.world.keys.find(({ value }) => value === token);
  const status = /\/insights\b/.test(url) ? 403 : 401;
  if (!key) throw apiError(status, "authentication_failed", INVALID_KEY);
  return key.isLegacy && db.profile !== "newer" ? { ...key, scopes: ["*"] } : key;
}

function createContext(db: Db, { request, params }: Pick<MockContext, "request" | "params">): MockContext {
  const url = new URL(request.url);
  if ((url.searchParams.get("format") || "json") !== "json") fail.notFound();
  if (!/\*\/\*|application\/(\*|json)/.test(request.headers.get("Accept") ?? "*/*"))
    throw apiError(406, "not_acceptable", "Could not satisfy the request Accept header.");
  const key = authenticate(db, request);
  if (request.method !== "GET") db.refresh();
  return { request, url, params, db, key, user: key.user, now: db.now(), isNewer: db.profile === "newer" };
}

/**
 * Throws 403 unless the key has a scope. `:write` includes `:read`, and `*` includes everything. Most servers don't open
 * endpoints with the scope `*` to keys. With null, any scope is enough, because the contract names none.
 */
export function requireScope({ scopes }: ApiKey, required: string | null): void {
  const write = required?.replace(/:read$/, ":write");
  const sufficient = required === null ? scopes : ["*", required, write];
  if (sufficient.some((scope) => scope && scopes.includes(scope))) return;
  const isNamed = required !== null && required !== "*";
  fail.permissionDenied(isNamed ? `API key missing required scope '${required}'` : UNSUPPORTED);
}

/** `@current` is the current project of the key's owner, even if the key is limited to others. */
function findProject({ world }: Db, name: unknown, { projects }: ApiKey): MockProject {
  const id = name === "@current" ? String(world.projects[0]?.id) : name;
  const project = world.projects.find((other) => String(other.id) === id);
  if (!project) return fail.notFound("Project not found.");
  if (projects && !projects.includes(project.id))
    fail.permissionDenied(`API key does not have access to the requested project: ID ${project.id}.`);
  return project;
}

export const findPerson = ({ people }: World, uuid: string) => people.find(({ user }) => user.uuid === uuid);

export const getOrganizationLevel = ({ world }: Db, userUuid: string) =>
  findPerson(world, userUuid)?.level ?? 1;

/** Whether a person can open a project: it is open, or they are a member or administer the organization. */
export function canOpen(db: Db, { uuid }: ServedUser, project: MockProject): boolean {
  return (
    project.isOpen === true ||
    getOrganizationLevel(db, uuid) >= ADMINISTRATOR_LEVEL ||
    db.tables(project).members.get(uuid) !== undefined
  );
}

/** Wraps the resolver of an endpoint outside projects: checks the key and its scope. With null, any key may read. */
export function withKey(db: Db, scope: string | null, resolve: (context: MockContext) => Answer): Resolver {
  return (info) =>
    respond(db, info.request, () => {
      const context = createContext(db, info);
      if (scope !== null) requireScope(context.key, scope);
      // Keys that are limited to projects can read only themselves and their owner here.
      if (context.key.projects && scope !== null && scope !== "user:read")
        fail.permissionDenied(PROJECTS_ONLY);
      return resolve(context);
    });
}

/**
 * Wraps the resolver of an endpoint below a project: checks the key, the project, the scope, and whether the key's owner
 * can open the project. `refusal` is for people who can't open the project.
 */
export function withProject(
  db: Db,
  scope: string | null,
  resolve: (context: ProjectContext) => Answer,
  refusal = "You don't have access to the project.",
): Resolver {
  return (info) => {
    if (!/^\/api\/(environments|projects)\//.test(new URL(info.request.url).pathname)) return undefined;
    return respond(db, info.request, () => {
      const context = createContext(db, info);
      const project = findProject(db, info.params["project_id"], context.key);
      requireScope(context.key, scope);
      if (!canOpen(db, context.user, project)) fail.permissionDenied(refusal);
      return resolve({ ...context, project, ...db.tables(project) });
    });
  };
}

/**
 * Refuses a method that a path doesn't have. Keys with scopes get 403 instead of 405, because the method has no scope to
 * check, except for PATCH on a list.
 */
export function refuseMethod(db: Db, request: Request, isList: boolean): Promise<Response> {
  return respond(db, request, () => {
    const key = authenticate(db, request);
    if (!(request.method === "PATCH" && isList) && !key.isLegacy) fail.permissionDenied(UNSUPPORTED);
    return apiError(405, "method_not_allowed", `Method "${request.method}" not allowed.`);
  });
}

/** Reads a request's JSON object. A missing body counts as an empty object. Throws 400 or 415. */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  if (text === "") return {};
  const mediaType = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\b/i.test(mediaType))
    throw apiError(415, "unsupported_media_type", `Unsupported media type "${mediaType}" in request.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw apiError(400, "parse_error", "JSON parse error - Expecting value: line 1 column 1 (char 0)");
  }
  if (value === null) return fail.invalid("null", "No data provided", null);
  if (Array.isArray(value)) return fail.invalidInput("Invalid data. Expected a dictionary, but got list.");
  return typeof value === "object" ? { ...value } : fail.invalidInput("Invalid data. Expected a dictionary.");
}
