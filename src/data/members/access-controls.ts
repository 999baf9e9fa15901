import { type QueryClient, type QueryKey, queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { type AccessLevel, listMemberAccess, type MemberAccess } from "@/contract/access-controls";
import { type ExplicitMember, type InheritedAccess, MEMBER_LEVELS } from "@/contract/members";
import { attachRaw, type ListPage } from "@/contract/parsers";
import { type Api, useApi } from "@/data/client/api-context";
import { isEndpointMissing } from "@/data/client/path-prefix";
import type { ReadOptions } from "@/http/client";
import { ContractError } from "@/http/errors";

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

export const ACCESS_LEVELS: Readonly<Record<AccessLevel, number>> = {
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

const ADMINISTRATOR_REASON = "organization_admin";
/** The reason that servers give for access that comes from neither a rule nor a role. */
export const DEFAULT_REASON = "project_default";

/**
 * Converts a level name to a number. Organization owners also have the level “admin”, so their
 * higher organization level takes precedence.
 */
function toServedLevel(name: AccessLevel, { organization_level, project }: MemberAccess): number {
  const isFromOrganization = project.inherited_access_level_reason === ADMINISTRATOR_REASON;
  return name === "admin" && isFromOrganization
    ? Math.max(ACCESS_LEVELS.admin, organization_level ?? 0)
    : ACCESS_LEVELS[name];
}

export function toInheritedAccess(person: MemberAccess): InheritedAccess {
  const { inherited_access_level, inherited_access_level_reason, minimum, maximum } = person.project;
  return {
    level: toServedLevel(inherited_access_level ?? "none", person),
    reason: inherited_access_level_reason ?? "",
    minimum: minimum && toServedLevel(minimum, person),
    maximum: maximum && toServedLevel(maximum, person),
  };
}

/** Returns the project's default level from a person to whom it applies. */
function findDefaultLevel(people: readonly MemberAccess[]): number | null {
  const name = people.find(({ project }) => project.inherited_access_level_reason === DEFAULT_REASON)?.project
    .inherited_access_level;
  return name == null ? null : ACCESS_LEVELS[name];
}

export function hasProjectAccess({ project }: MemberAccess): boolean {
  return project.effective_access_level !== "none";
}

export function toMember(person: MemberAccess, rule: AccessLevel): ExplicitMember {
  const { organization_membership_id: id, organization_level, user, project } = person;
  return attachRaw(person, {
    id,
    level: ACCESS_LEVELS[rule],
    parent_level: organization_level,
    parent_membership_id: id,
    joined_at: null,
    updated_at: null,
    user,
    effective_level: toServedLevel(project.effective_access_level, person),
    inherited_access: toInheritedAccess(person),
  });
}

/** Returns null for a person without a rule. */
export function readMember(person: MemberAccess): ExplicitMember | null {
  const { access_level: rule } = person.project;
  return rule === null ? null : toMember(person, rule);
}

/**
 * Returns the query that caches access controls. If it has data, the server has no explicit
 * members, so their endpoint isn't requested again.
 */
function accessQuery({ client, projectId }: Api) {
  return queryOptions<ProjectAccess>({
    queryKey: [client.connection.id, projectId, "access-controls"],
    queryFn: skipToken,
  });
}

/** Returns undefined on servers with explicit members, and before the first response. */
export function peekProjectAccess(queryClient: QueryClient, api: Api): ProjectAccess | undefined {
  return queryClient.getQueryData(accessQuery(api).queryKey);
}

export function hasAccessControls(queryClient: QueryClient, api: Api): boolean {
  return peekProjectAccess(queryClient, api) !== undefined;
}

/** Returns undefined on servers with explicit members, and before the first response. */
export function useProjectAccess(): ProjectAccess | undefined {
  return useQuery(accessQuery(useApi())).data;
}

/** Caches a fact about the server without expiry. */
function remember(queryClient: QueryClient, queryKey: QueryKey, fact: ProjectAccess | true): void {
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(queryKey, fact);
}

function storeAccess(queryClient: QueryClient, api: Api, access: ProjectAccess): void {
  remember(queryClient, accessQuery(api).queryKey, access);
}

const isPerson = ({ user }: MemberAccess, uuid: string) => user?.uuid?.toLowerCase() === uuid.toLowerCase();

/** Returns a person's access, if loaded. */
export function findPerson(queryClient: QueryClient, api: Api, uuid: string): MemberAccess | undefined {
  return peekProjectAccess(queryClient, api)?.people.find((person) => isPerson(person, uuid));
}

/** Updates a person's access in the cache. */
export function replacePerson(queryClient: QueryClient, api: Api, changed: MemberAccess): void {
  const access = peekProjectAccess(queryClient, api);
  if (access === undefined) return;
  const { organization_membership_id: id } = changed;
  const people = access.people.map((person) => (person.organization_membership_id === id ? changed : person));
  storeAccess(queryClient, api, { ...access, people });
}

/**
 * Sends a request for explicit members. For servers without that endpoint, sends the request for access controls
 * instead.
 */
export async function requestMembers<Answer>(
  queryClient: QueryClient,
  api: Api,
  sendExplicit: () => Promise<Answer>,
  sendAccess: () => Promise<Answer>,
): Promise<Answer> {
  if (hasAccessControls(queryClient, api)) return sendAccess();
  const missingKey = [...accessQuery(api).queryKey, "missing"];
  try {
    return await sendExplicit();
  } catch (error) {
    if (!isEndpointMissing(error) || queryClient.getQueryData(missingKey) === true) throw error;
    return sendAccess().catch((failure: unknown) => {
      const isMissing = isEndpointMissing(failure);
      // If both endpoints are missing, access controls aren't requested again. Otherwise, explicit
      // members aren't requested again.
      if (isMissing) remember(queryClient, missingKey, true);
      else if (!hasAccessControls(queryClient, api)) storeAccess(queryClient, api, UNKNOWN_ACCESS);
      throw isMissing ? error : failure;
    });
  }
}

/** Reads everyone's access. Returns people who have a rule. */
export async function fetchAccessMembers(
  queryClient: QueryClient,
  api: Api,
  options: ReadOptions = {},
): Promise<ListPage<ExplicitMember>> {
  const read = (readOptions?: ReadOptions) =>
    api.client.request(listMemberAccess, { path: { project_id: api.projectId }, ...readOptions });
  // A page may read the list and a person at the same time, so both reads share the first request.
  const queryKey = [...accessQuery(api).queryKey, "first"];
  const isFirst = !hasAccessControls(queryClient, api) && !options.isPartOfChange;
  const page = isFirst
    ? await queryClient.fetchQuery({ queryKey, queryFn: () => read(), staleTime: 0, gcTime: 0 })
    : await read(options);
  const levels = page.available_project_levels.filter(isLevelName).map((name) => ACCESS_LEVELS[name]);
  storeAccess(queryClient, api, {
    canEdit: page.can_edit,
    levels: levels.length === 0 ? ALL_LEVELS : levels,
    defaultLevel: findDefaultLevel(page.results),
    people: page.results,
    isEveryone: page.results.length > 0 && page.broken.length === 0,
  });
  const results = page.results.flatMap((person) => readMember(person) ?? []);
  return { results, broken: page.broken, count: results.length + page.broken.length };
}

/** Reads a person's access. Returns undefined if no readable record of the person is found. */
export async function fetchPerson(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
  options: ReadOptions = {},
): Promise<MemberAccess | undefined> {
  const known = findPerson(queryClient, api, uuid);
  if (known === undefined) {
    await fetchAccessMembers(queryClient, api, options);
    return findPerson(queryClient, api, uuid);
  }
  const { results, broken } = await api.client.request(listMemberAccess, {
    path: { project_id: api.projectId },
    query: { member_id: known.organization_membership_id },
    ...options,
  });
  const [unreadable] = broken;
  if (unreadable) throw new ContractError(listMemberAccess.id, unreadable.issues, unreadable.raw);
  const person = results.find((each) => isPerson(each, uuid));
  if (person) replacePerson(queryClient, api, person);
  return person;
}

/** Returns null for a person without a rule. */
export async function fetchAccessMember(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
  options: ReadOptions = {},
): Promise<ExplicitMember | null> {
  const person = await fetchPerson(queryClient, api, uuid, options);
  return person ? readMember(person) : null;
}
