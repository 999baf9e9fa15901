import type { ApiKey, EmulatedProject } from "@/emulator/backend/backend";
import { people } from "@/emulator/company/people-seed";
import { seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { refuse } from "@/emulator/request/errors";

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
] as const;

/** No `:read` beside them: reading works by the rule that `:write` satisfies `:read`. */
const WRITE_SCOPES = ["subscription:write", "export:write"] as const;

/** The keys of every emulator; they open nothing else. */
export function demoKeys(seed: number): readonly ApiKey[] {
  const holder = people(seed)[0];
  if (!holder) return [];
  const key = (value: string, scopes: readonly string[], projects: readonly number[] | null = null) => ({
    value,
    scopes,
    projects,
    user: holder.user,
  });
  return [
    key("phx_demo_all", ["*"]),
    key("phx_demo_read", READ_SCOPES),
    key("phx_demo_write", WRITE_SCOPES),
    key("phx_demo_none", []),
    key("phx_demo_project1", ["*"], [1]),
  ];
}

/** The projects of every emulator. */
export function demoProjects(seed: number): readonly EmulatedProject[] {
  const uuid = (id: number) => seededUuid(seededRandom(seed * 1000 + id));
  return [
    { id: 1, uuid: uuid(1), name: "Demo", size: "demo" },
    { id: 2, uuid: uuid(2), name: "Large", size: "large" },
    { id: 3, uuid: uuid(3), name: "Empty", size: "empty" },
  ];
}

/**
 * The key of a request.
 * @throws Refusal 401 without a bearer key, or with one nobody knows.
 */
export function authenticate(request: Request, keys: readonly ApiKey[]): ApiKey {
  const given = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (given === undefined) return refuse.notAuthenticated();
  return keys.find((key) => key.value === given) ?? refuse.authenticationFailed();
}

/** Whether scopes hold the wanted one: `:write` satisfies `:read`, `*` is everything. */
function hasScope(scopes: readonly string[], wanted: string): boolean {
  if (scopes.includes("*") || scopes.includes(wanted)) return true;
  return wanted.endsWith(":read") && scopes.includes(wanted.replace(/:read$/, ":write"));
}

/**
 * Checks that a key has a scope; `withheld` are scopes taken from every key by a fault.
 * @throws Refusal 403.
 */
export function requireScope(key: ApiKey, wanted: string | null, withheld: readonly string[]): void {
  if (wanted === null) return;
  if (withheld.includes(wanted) || withheld.includes("*") || !hasScope(key.scopes, wanted)) {
    refuse.missingScope(wanted);
  }
}

/**
 * The project a path names: its id, or `@current`.
 * @throws Refusal 404 for an unknown one, 403 for one the key may not open.
 */
export function resolveProject(
  name: string,
  key: ApiKey,
  projects: readonly EmulatedProject[],
): EmulatedProject {
  const wanted = name === "@current" ? String(key.projects?.[0] ?? projects[0]?.id) : name;
  const project = projects.find((candidate) => String(candidate.id) === wanted);
  if (!project) return refuse.notFound("Project not found.");
  if (key.projects && !key.projects.includes(project.id)) {
    refuse.permissionDenied(`API key does not have access to the requested project: ID ${project.id}.`);
  }
  return project;
}
