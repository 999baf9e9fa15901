import type { DefaultBodyType, HttpResponseResolver, PathParams } from "msw";
import type { Db, Tables } from "./db";
import { apiError, fail } from "./errors";
import type { ServedUser } from "./seed/people";
import type { ApiKey, MockProject } from "./seed/world";

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

/** What handlers below a project know. */
export interface ProjectContext extends MockContext, Tables {
  readonly project: MockProject;
}

interface Access {
  /** Scope that the key needs. With null, the handler checks access or allows every key. */
  readonly scope: string | null;
  /** Methods of the path, as in the header `Allow`. */
  readonly allow: string;
  /** Refuses an unknown key in another way than with 401. */
  readonly refuseUnknownKey?: () => never;
}

interface ProjectAccess extends Access {
  /** Servers that have the endpoint. Defaults to all. */
  readonly profile?: Db["profile"];
  /** Text of the 403 for people who can't open the project. */
  readonly refusal?: string;
}

type Resolver = HttpResponseResolver<PathParams, DefaultBodyType>;
type Work = () => Response | Promise<Response>;

/** Minimum effective level for changing members (upstream-facts, Explicit members). */
export const ADMINISTRATOR_LEVEL = 8;

/** Splits the path after `/api/environments/` or `/api/projects/`. Undefined for other paths. */
const PREFIX = /^\/api\/(?:environments|projects)\/(.*)$/;

/** Whether a request is for another server. */
const isForeign = ({ origin }: Db, { url }: Request) => origin !== null && new URL(url).origin !== origin;

/** Adds headers of newer servers, which declare the prefix deprecated. */
function addDeprecationHeaders({ headers }: Response, { pathname, search }: URL): void {
  if (!pathname.startsWith("/api/environments/")) return;
  headers.set("Deprecation", "@1772323200");
  headers.set("Link", `</api/projects/${PREFIX.exec(pathname)?.[1]}${search}>; rel="successor-version"`);
  headers.set("Sunset", "Mon, 01 Mar 2027 00:00:00 GMT");
}

/** Responds with what `work` returns or throws, and with the headers of every response. */
async function respond(db: Db, request: Request, allow: string | null, work: Work): Promise<Response> {
  let response: Response;
  try {
    response = await work();
  } catch (error) {
    if (!(error instanceof Response)) {
      // A bug in the mocks. The response imitates a server error, and the log shows the bug to developers.
      console.error(error);
      response = apiError(500, "error", "A server error occurred.");
    } else response = error;
  }
  if (allow !== null) response.headers.set("Allow", allow);
  if (db.profile === "newer") addDeprecationHeaders(response, new URL(request.url));
  return response;
}

/** Throws 404 or 406 unless the client accepts JSON, and then allows any response. */
function checkAccept({ headers }: Request, { searchParams }: URL): void {
  if ((searchParams.get("format") || "json") !== "json") fail.notFound();
  if (!/\*\/\*|application\/(\*|json)/.test(headers.get("Accept") ?? "*/*")) fail.notAcceptable();
}

function authenticate(db: Db, request: Request, refuseUnknownKey: () => never): ApiKey {
  const token = /^Bearer\s+(\S+)\s*$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (token === undefined) return fail.notAuthenticated();
  const key = db.world.keys.find(({ value }) => value === token) ?? refuseUnknownKey();
  return key.isLegacy && db.profile !== "newer" ? { ...key, scopes: ["*"] } : key;
}

/** Throws 403 unless the key has a scope. `:write` includes `:read`, and `*` includes everything. */
export function requireScope({ scopes }: ApiKey, required: string): void {
  const isIncluded = required.endsWith(":read") && scopes.includes(required.replace(/:read$/, ":write"));
  if (!scopes.includes("*") && !scopes.includes(required) && !isIncluded) fail.missingScope(required);
}

const UNSUPPORTED = "This action does not support Personal API Key access";

/** Throws 403 for a key without scopes, for endpoints whose scope the contract doesn't name. */
export function requireAnyScope({ scopes }: ApiKey): void {
  if (scopes.length === 0) fail.permissionDenied(UNSUPPORTED);
}

/** Throws 403 without the scope `*`, for endpoints that most servers don't open to keys. */
export function requireEveryScope({ scopes }: ApiKey): void {
  if (!scopes.includes("*")) fail.permissionDenied(UNSUPPORTED);
}

/** Throws 403 for a key that is limited to projects, for endpoints outside projects. */
export function refuseLimitedKey({ projects }: ApiKey): void {
  if (projects)
    fail.permissionDenied("API keys with scoped projects are only supported on project-based endpoints.");
}

/** `@current` is the current project of the key's owner, even if the key is limited to others. */
function findProject({ world }: Db, name: unknown, key: ApiKey): MockProject {
  const id = name === "@current" ? String(world.projects[0]?.id) : name;
  const project = world.projects.find((other) => String(other.id) === id);
  if (!project) return fail.notFound("Project not found.");
  if (key.projects && !key.projects.includes(project.id))
    fail.permissionDenied(`API key does not have access to the requested project: ID ${project.id}.`);
  return project;
}

export function getOrganizationLevel({ world }: Db, userUuid: string): number {
  return world.people.find(userUuid)?.level ?? 1;
}

/** Whether a person can open a project: it is open, or they are a member or administer the organization. */
export function canOpen(db: Db, { uuid }: ServedUser, project: MockProject): boolean {
  return (
    project.isOpen === true ||
    getOrganizationLevel(db, uuid) >= ADMINISTRATOR_LEVEL ||
    db.tables(project).members.get(uuid) !== undefined
  );
}

function createContext(
  db: Db,
  { request, params }: Pick<Parameters<Resolver>[0], "request" | "params">,
  { refuseUnknownKey = fail.authenticationFailed }: Access,
): MockContext {
  const url = new URL(request.url);
  checkAccept(request, url);
  const key = authenticate(db, request, () => refuseUnknownKey());
  const isNewer = db.profile === "newer";
  if (request.method !== "GET") db.refresh();
  return { request, url, params, db, key, user: key.user, now: db.now(), isNewer };
}

/** Wraps the resolver of an endpoint outside projects: checks the key and its scope. */
export function withKey(
  db: Db,
  access: Access,
  resolve: (context: MockContext) => Response | Promise<Response>,
): Resolver {
  return (info) => {
    if (isForeign(db, info.request)) return undefined;
    return respond(db, info.request, access.allow, () => {
      const context = createContext(db, info, access);
      if (access.scope !== null) requireScope(context.key, access.scope);
      return resolve(context);
    });
  };
}

/**
 * Wraps the resolver of an endpoint below a project: checks the key, the project, the scope, and whether the key's
 * owner can open the project. Doesn't respond to other paths.
 */
export function withProject(
  db: Db,
  access: ProjectAccess,
  resolve: (context: ProjectContext) => Response | Promise<Response>,
): Resolver {
  return (info) => {
    const { request, params } = info;
    const isMissing = access.profile !== undefined && access.profile !== db.profile;
    if (isForeign(db, request) || isMissing || !PREFIX.test(new URL(request.url).pathname)) return undefined;
    return respond(db, request, access.allow, () => {
      const context = createContext(db, info, access);
      const project = findProject(db, params["project_id"], context.key);
      if (access.scope !== null) requireScope(context.key, access.scope);
      if (!canOpen(db, context.user, project))
        fail.permissionDenied(access.refusal ?? "You don't have access to the project.");
      return resolve({ ...context, project, ...db.tables(project) });
    });
  };
}

/**
 * Resolves the other methods of a path. Keys with scopes get 403 instead of 405, because the method has no scope to
 * check, except for PATCH on a list.
 */
export function notAllowed(db: Db, { allow, profile }: Pick<ProjectAccess, "allow" | "profile">): Resolver {
  return ({ request, params }) => {
    if (isForeign(db, request) || (profile !== undefined && profile !== db.profile)) return undefined;
    return respond(db, request, allow, () => {
      const key = authenticate(db, request, fail.authenticationFailed);
      const isList = Object.keys(params).every((name) => /^\d+$|^prefix$|^project_id$/.test(name));
      if (!(request.method === "PATCH" && isList) && !key.isLegacy) fail.permissionDenied(UNSUPPORTED);
      return fail.methodNotAllowed(request.method);
    });
  };
}

/** Resolves requests to unknown paths. */
export function unknownPath(db: Db): Resolver {
  return ({ request }) =>
    isForeign(db, request)
      ? undefined
      : respond(db, request, null, () => fail.notFound("Endpoint not found."));
}

/** Reads a request's JSON object. A missing body counts as an empty object. Throws 400 or 415. */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  if (text === "") return {};
  const mediaType = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\b/i.test(mediaType)) fail.unsupportedMediaType(mediaType);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail.parseError("JSON parse error - Expecting value: line 1 column 1 (char 0)");
  }
  if (value === null) return fail.invalid("null", "No data provided", null);
  if (Array.isArray(value)) return fail.invalidInput("Invalid data. Expected a dictionary, but got list.");
  return typeof value === "object" ? { ...value } : fail.invalidInput("Invalid data. Expected a dictionary.");
}
