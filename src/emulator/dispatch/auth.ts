import type { ApiKey, EmulatedProject, World } from "@/emulator/backend/backend";
import type { Generation } from "@/emulator/backend/generation";
import { COMPANY, createPeople, type SeedPerson } from "@/emulator/company/people-seed";
import { hashText, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { fail } from "@/emulator/request/errors";

const READ_SCOPES = [
  "project:read",
  "user:read",
  "organization_member:read",
  "insight:read",
  "dashboard:read",
  "subscription:read",
  "export:read",
  "query:read",
  "member:read",
  "session_recording:read",
  "integration:read",
  "access_control:read",
] as const;

/**
 * Scopes of the endpoints that return the names of insights, dashboards, and Slack workspaces and
 * channels.
 */
const NAME_SCOPES: readonly string[] = ["insight:read", "dashboard:read", "integration:read"];

/** Write scopes. Each also grants the matching `:read`. */
const WRITE_SCOPES = ["subscription:write", "export:write"] as const;

function createDemoKeys(holder: SeedPerson | undefined): readonly ApiKey[] {
  if (!holder) return [];
  const createKey = (
    value: string,
    scopes: readonly string[],
    projects: readonly number[] | null = null,
  ) => ({
    value,
    scopes,
    projects,
    user: holder.user,
  });
  return [
    createKey("phx_demo_all", ["*"]),
    createKey("phx_demo_read", READ_SCOPES),
    createKey("phx_demo_write", WRITE_SCOPES),
    createKey("phx_demo_no_names", [
      ...READ_SCOPES.filter((scope) => !NAME_SCOPES.includes(scope)),
      ...WRITE_SCOPES,
      "access_control:write",
    ]),
    createKey("phx_demo_none", []),
    createKey("phx_demo_project1", ["*"], [1]),
    createKey("phx_demo_project3", ["*"], [3]),
    { ...createKey("phx_demo_legacy", []), isLegacy: true },
  ];
}

export function createDemoProjects(seed: number): readonly EmulatedProject[] {
  const uuid = (id: number) => seededUuid(seededRandom(seed * 1000 + id));
  return [
    { id: 1, uuid: uuid(1), name: "Demo", size: "demo" },
    { id: 2, uuid: uuid(2), name: "Large", size: "large" },
    { id: 3, uuid: uuid(3), name: "Empty", size: "empty" },
  ];
}

export function createDemoWorld(seed: number): World {
  const people = createPeople(seed);
  return {
    organization: {
      id: seededUuid(seededRandom(hashText(`organization ${seed}`))),
      name: COMPANY.name,
    },
    people,
    projects: createDemoProjects(seed),
    keys: createDemoKeys(people.list[0]),
  };
}

/**
 * Returns a request's API key.
 * @param refuseUnknownKey responds to an unknown key, unless the response is the usual one
 * @throws ApiError 401 without a bearer key, or for an unknown key
 */
export function authenticate(
  request: Request,
  keys: readonly ApiKey[],
  refuseUnknownKey?: () => void,
): ApiKey {
  const token = /^Bearer\s+(\S+)\s*$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (token === undefined) return fail.notAuthenticated();
  const found = keys.find((key) => key.value === token);
  if (found === undefined) refuseUnknownKey?.();
  return found ?? fail.authenticationFailed();
}

/**
 * Rejects keys that are limited to projects, for endpoints outside projects.
 * @throws ApiError 403
 */
export function refuseLimitedKey(key: ApiKey): void {
  if (key.projects)
    fail.permissionDenied("API keys with scoped projects are only supported on project-based endpoints.");
}

/**
 * Gives a legacy key the scopes that servers of the generation grant such keys. Returns other keys
 * unchanged.
 */
export function toEffectiveKey(key: ApiKey, generation: Generation): ApiKey {
  return key.isLegacy && generation !== "2026" ? { ...key, scopes: ["*"] } : key;
}

/** Checks scopes. `:write` includes `:read`, and `*` includes everything. */
function hasScope(scopes: readonly string[], requiredScope: string): boolean {
  if (scopes.includes("*") || scopes.includes(requiredScope)) return true;
  return requiredScope.endsWith(":read") && scopes.includes(requiredScope.replace(/:read$/, ":write"));
}

/**
 * Checks that a key has a scope. `withheld` lists scopes that a fault removes from every key.
 * @throws ApiError 403
 */
export function requireScope(key: ApiKey, requiredScope: string | null, withheld: readonly string[]): void {
  if (requiredScope === null) return;
  if (withheld.includes(requiredScope) || withheld.includes("*") || !hasScope(key.scopes, requiredScope)) {
    fail.missingScope(requiredScope);
  }
}

/**
 * Returns the project with an ID. `@current` selects the current project of the key's owner, even if the key is limited
 * to other projects.
 * @throws ApiError 404 for an unknown project
 * @throws ApiError 403 for a project that the key can't access
 */
export function resolveProject(
  name: string,
  key: ApiKey,
  projects: readonly EmulatedProject[],
): EmulatedProject {
  const projectId = name === "@current" ? String(projects[0]?.id) : name;
  const project = projects.find((candidate) => String(candidate.id) === projectId);
  if (!project) return fail.notFound("Project not found.");
  if (key.projects && !key.projects.includes(project.id)) {
    fail.permissionDenied(`API key does not have access to the requested project: ID ${project.id}.`);
  }
  return project;
}
