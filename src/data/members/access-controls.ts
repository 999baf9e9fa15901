import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import type { ReadOptions } from "@/api/client";
import { ContractError, HttpError } from "@/api/errors";
import type { AccessLevel, ExplicitMember, InheritedAccess, MemberAccess } from "@/api/members";
import { listMemberAccess, MEMBER_LEVELS, updateAccess } from "@/api/members";
import { attachRaw, getRaw, type ListPage } from "@/api/parsers";
import { getProject } from "@/api/people";
import { type Api, useApi } from "@/data/backend/backend";
import {
  DEFAULT_REASON,
  effectiveLevelAfter,
  ORGANIZATION_REASON,
  UNREPORTED_ORGANIZATION_REASON,
} from "@/data/changes/access-levels";
import type { MemberBackend } from "./member-backends";

// Newer servers have access controls instead of explicit members. A person who has a rule corresponds to an explicit
// member.

export interface ProjectAccess {
  /** Whether the key's owner may change access, or null when unknown. */
  readonly canEdit: boolean | null;
  /** Available levels, lowest first. */
  readonly levels: readonly number[];
  /** Level of people who have no rule of their own and none from a role. Null when unknown. */
  readonly defaultLevel: number | null;
  /** Everyone in the organization whose record is readable. */
  readonly people: readonly MemberAccess[];
  /** Whether `people` includes everyone in the organization. */
  readonly isEveryone: boolean;
}

const ACCESS_LEVELS: Readonly<Record<AccessLevel, number>> = {
  none: MEMBER_LEVELS.none,
  member: MEMBER_LEVELS.member,
  admin: MEMBER_LEVELS.administrator,
};

const ALL_LEVELS: readonly number[] = Object.values(ACCESS_LEVELS);

const UNKNOWN_ACCESS: ProjectAccess = {
  canEdit: null,
  levels: ALL_LEVELS,
  defaultLevel: null,
  people: [],
  isEveryone: false,
};

const isLevelName = (name: string): name is AccessLevel => Object.hasOwn(ACCESS_LEVELS, name);

/**
 * Converts a level name to a number, or to null when it is missing or unknown. Organization owners also have the level
 * “admin”, so their higher organization level takes precedence.
 */
function toServedLevel(name: string | null | undefined, { organization_level }: MemberAccess): number | null {
  if (name == null || !isLevelName(name)) return null;
  return name === "admin" ? Math.max(ACCESS_LEVELS.admin, organization_level ?? 0) : ACCESS_LEVELS[name];
}

/** Returns the level's name and source from either form. Undefined when missing. “none” if nothing is inherited. */
function readInherited({ project }: MemberAccess) {
  const { inherited_access: current, inherited_access_level, inherited_access_level_reason } = project;
  if (current === undefined) {
    const level = inherited_access_level === null ? "none" : inherited_access_level;
    return { level, reason: inherited_access_level_reason };
  }
  return current === null ? { level: "none" } : { level: current.access_level, reason: current.source };
}

export function toInheritedAccess(person: MemberAccess): InheritedAccess {
  const { organization_level, project } = person;
  const { level: name, reason } = readInherited(person);
  const level = toServedLevel(name, person);
  // Administrators and owners of the organization always have full access.
  const isFromOrganization =
    (organization_level ?? 0) >= ACCESS_LEVELS.admin && (level === null || level >= ACCESS_LEVELS.admin);
  return {
    level: isFromOrganization ? organization_level : level,
    reason:
      isFromOrganization && reason !== ORGANIZATION_REASON ? UNREPORTED_ORGANIZATION_REASON : (reason ?? ""),
    minimum: toServedLevel(project.minimum, person),
    maximum: toServedLevel(project.maximum, person),
  };
}

/** Returns the level of a person's own rule. Null without a rule, undefined when missing or unknown. */
function readRule({ access_level }: MemberAccess["project"]): AccessLevel | null | undefined {
  return access_level == null || isLevelName(access_level) ? access_level : undefined;
}

export function isRuleUnknown({ project }: MemberAccess): boolean {
  return readRule(project) === undefined;
}

/**
 * Returns the access that a person has. Null when unknown. A person's own rule wins over the project default, even if
 * the server's effective level is higher.
 */
export function getAccessLevel(person: MemberAccess): number | null {
  const rule = readRule(person.project);
  const served = toServedLevel(person.project.effective_access_level, person);
  if (rule === undefined) return served;
  const inherited_access = toInheritedAccess(person);
  const level = rule && ACCESS_LEVELS[rule];
  const expected = effectiveLevelAfter({ parent_level: person.organization_level, inherited_access }, level);
  const isRuleLower = level !== null && served !== null && level < served;
  return isRuleLower && inherited_access.reason === DEFAULT_REASON
    ? (expected ?? served)
    : (served ?? expected);
}

const UNKNOWN_RULE = { path: "project.access_level", message: "unknown level" };

/** Returns the project's default level from a person to whom it applies. */
function findDefaultLevel(people: readonly MemberAccess[]): number | null {
  return people.map(toInheritedAccess).find(({ reason }) => reason === DEFAULT_REASON)?.level ?? null;
}

export function toMember(person: MemberAccess, rule: AccessLevel): ExplicitMember {
  const { organization_membership_id: id, organization_level, user } = person;
  return attachRaw(person, {
    id,
    level: ACCESS_LEVELS[rule],
    parent_level: organization_level,
    parent_membership_id: id,
    joined_at: null,
    updated_at: null,
    user,
    effective_level: getAccessLevel(person),
    inherited_access: toInheritedAccess(person),
  });
}

/** Returns null for a person without a rule. Throws a ContractError if the rule's level is missing or unknown. */
export function readMember(person: MemberAccess): ExplicitMember | null {
  const rule = readRule(person.project);
  if (rule === undefined) {
    throw new ContractError(listMemberAccess.id, [UNKNOWN_RULE], getRaw(person));
  }
  return rule === null ? null : toMember(person, rule);
}

/** Caches access controls. If it has data, explicit members aren't requested again. */
function accessQuery({ client, projectId }: Api) {
  return queryOptions<ProjectAccess>({
    queryKey: [client.connection.id, projectId, "access-controls"],
    queryFn: skipToken,
  });
}

/** Returns undefined on servers with explicit members, and before the first response. */
export function peekProjectAccess(api: Api): ProjectAccess | undefined {
  return api.queryClient.getQueryData(accessQuery(api).queryKey);
}

export function hasAccessControls(api: Api): boolean {
  return peekProjectAccess(api) !== undefined;
}

export function useProjectAccess(): ProjectAccess | undefined {
  return useQuery(accessQuery(useApi())).data;
}

/** Caches the access controls without expiry. */
function storeAccess(api: Api, access: ProjectAccess): void {
  const { queryKey } = accessQuery(api);
  api.queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  api.queryClient.setQueryData(queryKey, access);
}

const isPerson = ({ user }: MemberAccess, uuid: string) => user?.uuid?.toLowerCase() === uuid.toLowerCase();

/** Returns a person's access, if loaded. */
function findPerson(api: Api, uuid: string): MemberAccess | undefined {
  return peekProjectAccess(api)?.people.find((person) => isPerson(person, uuid));
}

function replacePerson(api: Api, changed: MemberAccess): void {
  const access = peekProjectAccess(api);
  if (access === undefined) return;
  const { organization_membership_id: id } = changed;
  const people = access.people.map((person) => (person.organization_membership_id === id ? changed : person));
  storeAccess(api, { ...access, people });
}

/** Reads everyone's access. Returns people who have a rule. */
async function fetchAccessMembers(api: Api, options: ReadOptions = {}): Promise<ListPage<ExplicitMember>> {
  const read = (readOptions?: ReadOptions) =>
    api.client.request(listMemberAccess, { path: { project_id: api.projectId }, ...readOptions });
  // A page may read the list and a person at the same time, so both reads share the first request.
  const queryKey = [...accessQuery(api).queryKey, "first"];
  const isFirst = !hasAccessControls(api) && !options.isPartOfChange;
  const page = isFirst
    ? await api.queryClient.fetchQuery({ queryKey, queryFn: () => read(), staleTime: 0, gcTime: 0 })
    : await read(options);
  const levels = page.available_project_levels.filter(isLevelName).map((name) => ACCESS_LEVELS[name]);
  storeAccess(api, {
    canEdit: page.can_edit,
    levels: levels.length === 0 ? ALL_LEVELS : levels,
    defaultLevel: findDefaultLevel(page.results),
    people: page.results,
    isEveryone: page.results.length > 0 && page.broken.length === 0,
  });
  const results = page.results.flatMap((person) => (isRuleUnknown(person) ? [] : (readMember(person) ?? [])));
  const unknown = page.results.flatMap((person, index) =>
    isRuleUnknown(person) ? [{ index, raw: getRaw(person), issues: [UNKNOWN_RULE] }] : [],
  );
  const broken = [...page.broken, ...unknown];
  return { results, broken, count: results.length + broken.length };
}

/** Reads a person's access. Returns undefined if no readable record of the person is found. */
async function fetchPerson(
  api: Api,
  uuid: string,
  options: ReadOptions = {},
): Promise<MemberAccess | undefined> {
  const known = findPerson(api, uuid);
  if (known === undefined) {
    await fetchAccessMembers(api, options);
    return findPerson(api, uuid);
  }
  const { results, broken } = await api.client.request(listMemberAccess, {
    path: { project_id: api.projectId },
    query: { member_id: known.organization_membership_id },
    ...options,
  });
  const [unreadable] = broken;
  if (unreadable) throw new ContractError(listMemberAccess.id, unreadable.issues, unreadable.raw);
  const person = results.find((each) => isPerson(each, uuid));
  if (person) replacePerson(api, person);
  return person;
}

async function fetchAccessMember(
  api: Api,
  uuid: string,
  options: ReadOptions = {},
): Promise<ExplicitMember | null> {
  const person = await fetchPerson(api, uuid, options);
  return person ? readMember(person) : null;
}

const CHANGE_READ = { isPartOfChange: true };

function toLevelName(level: number): AccessLevel {
  if (level >= MEMBER_LEVELS.administrator) return "admin";
  return level >= MEMBER_LEVELS.member ? "member" : "none";
}

/** Returns the project's number. Paths accept `@current`, but rules are stored by number. */
async function fetchProjectNumber({ client, projectId }: Api): Promise<string> {
  if (/^\d+$/.test(projectId)) return projectId;
  // Not cached, because another project may become the current one.
  const { id } = await client.request(getProject, { path: { project_id: projectId }, ...CHANGE_READ });
  return String(id);
}

export function toRuleLevel(level: number): number {
  return ACCESS_LEVELS[toLevelName(level)];
}

async function putRule(api: Api, uuid: string, level: AccessLevel | null): Promise<MemberAccess> {
  const person = findPerson(api, uuid) ?? (await fetchPerson(api, uuid, CHANGE_READ));
  if (person === undefined) {
    // Servers return this error for an unknown person. The change isn't sent.
    throw new HttpError(404, { type: null, code: "not_found", detail: "Not found.", attr: null });
  }
  const projectNumber = await fetchProjectNumber(api);
  await api.client.request(updateAccess, {
    path: { project_id: projectNumber },
    body: {
      resource: "project",
      resource_id: projectNumber,
      organization_member: person.organization_membership_id,
      access_level: level,
    },
  });
  return person;
}

/** Returns the person with a new rule. Their effective level is then estimated, because only the server knows it. */
function withRule(person: MemberAccess, rule: AccessLevel | null): MemberAccess {
  const project = { ...person.project, access_level: rule, effective_access_level: undefined };
  return attachRaw(person, { ...person, project });
}

/** Returns the access that the server computes, or an estimate if the access can't be read. */
async function setAccessLevel(api: Api, uuid: string, level: number): Promise<ExplicitMember> {
  const rule = toLevelName(level);
  const changed = withRule(await putRule(api, uuid, rule), rule);
  replacePerson(api, changed);
  // The rule is saved even if this read fails.
  const served = await fetchAccessMember(api, uuid, CHANGE_READ).catch(() => null);
  return served ?? toMember(changed, rule);
}

export const accessControls: MemberBackend = {
  list: fetchAccessMembers,
  read: fetchAccessMember,
  async addLevel(api, uuid, level) {
    // The server would replace an existing rule without a warning.
    const current = await fetchAccessMember(api, uuid, CHANGE_READ);
    if (current !== null) throw new HttpError(409, { type: null, code: null, detail: null, attr: null });
    return setAccessLevel(api, uuid, level);
  },
  setLevel: setAccessLevel,
  async removeLevel(api, uuid) {
    replacePerson(api, withRule(await putRule(api, uuid, null), null));
  },
};

/** Notes that the server has access controls, though a first read of them failed. */
export function noteAccessControls(api: Api): void {
  if (!hasAccessControls(api)) storeAccess(api, UNKNOWN_ACCESS);
}
