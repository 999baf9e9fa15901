import { useEffect, useSyncExternalStore } from "react";
import { HttpError } from "@/api/errors";
import { type ExplicitMember, type InheritedAccess, MEMBER_LEVELS, type MemberAccess } from "@/api/members";
import type { UserSummary } from "@/api/parsers";
import { listOrganizationMembers, type OrganizationMember } from "@/api/people";
import type { Subscription } from "@/api/subscriptions";
import { type Api, defineStore, projectKey, useApi } from "@/data/backend/backend";
import { getRefusal, isEndpointUnavailable, requestOptional } from "@/data/backend/optional-endpoint";
import { getEffectiveLevel, inheritedLevel, type OtherLevels } from "@/data/changes/access-levels";
import { type Collection, type CollectionState, createCollection } from "@/data/collection/collection";
import { defineCollection } from "@/data/collection/use-collection";
import {
  getAccessLevel,
  peekProjectAccess,
  toInheritedAccess,
  useProjectAccess,
} from "@/data/members/access-controls";
import { memberCollection, useIsMarkedPrivate } from "@/data/members/members";
import { openSubscriptionCollections, subscriptionCollection } from "@/data/subscriptions/subscriptions";
import { personLabel } from "@/lib/text/normalize-text";

/** A person who appears in the project's data or in its organization. */
export interface KnownPerson {
  readonly uuid: string;
  /** Name. Falls back to the email, then to the UUID. */
  readonly name: string;
  /** Empty when unknown. */
  readonly email: string;
  readonly isVerified: boolean | null;
  /** Null if unknown. */
  readonly organizationLevel: number | null;
  /** Whether the loaded member list includes the person. */
  readonly isMember: boolean;
  /** Access without an explicit level, if the server reports it. */
  readonly inheritedAccess?: InheritedAccess;
  /** Access to the project, if the server reports it. Null if the report is missing or unknown. */
  readonly effectiveLevel?: number | null;
}

export interface AccessContext {
  /** Whether everyone in the organization has access to the project. Null when unknown. */
  readonly isProjectOpen: boolean | null;
  /** Whether everyone in the organization is known. */
  readonly isEveryone: boolean;
}

/** Returns the access that a person has without an explicit level. An outsider has none. */
export function otherLevelsOf(
  { organizationLevel, inheritedAccess }: Pick<KnownPerson, "organizationLevel" | "inheritedAccess">,
  { isProjectOpen, isEveryone }: AccessContext,
): OtherLevels {
  return {
    parent_level: organizationLevel ?? (isEveryone ? MEMBER_LEVELS.none : null),
    is_project_open: isProjectOpen,
    ...(inheritedAccess && { inherited_access: inheritedAccess }),
  };
}

/** Returns the access that a person has. Null when unknown. */
export function accessLevelOf(person: KnownPerson, context: AccessContext): number | null {
  return person.effectiveLevel === undefined
    ? inheritedLevel(otherLevelsOf(person, context))
    : person.effectiveLevel;
}

interface PeopleSources {
  readonly organization: readonly OrganizationMember[];
  readonly members: readonly ExplicitMember[];
  /** Everyone in the organization, on servers with access controls. */
  readonly access?: readonly MemberAccess[] | undefined;
  /** Subscriptions whose creators are included. */
  readonly subscriptions: readonly (readonly Subscription[])[];
}

/** Collects people without duplicates, sorted by name. */
export function collectKnownPeople({
  organization,
  members,
  access = [],
  subscriptions,
}: PeopleSources): readonly KnownPerson[] {
  const seen = new Map<string, KnownPerson>();
  const addPerson = (user: UserSummary | null, facts: Partial<KnownPerson> = {}) => {
    if (user === null || user.uuid === null || user.uuid === "") return;
    const { uuid } = user;
    const key = uuid.toLowerCase();
    seen.set(key, mergePerson(seen.get(key) ?? { ...UNKNOWN_PERSON, uuid, name: uuid }, user, facts));
  };
  for (const { user, level } of organization) addPerson(user, { organizationLevel: level });
  for (const person of access) {
    addPerson(person.user, {
      organizationLevel: person.organization_level,
      inheritedAccess: toInheritedAccess(person),
      effectiveLevel: getAccessLevel(person),
    });
  }
  for (const member of members) {
    const { user, parent_level: organizationLevel } = member;
    addPerson(user, { organizationLevel, isMember: true, effectiveLevel: getEffectiveLevel(member) });
  }
  // A few people create most subscriptions, so skipping known creators saves time.
  const creators = new Set<string>();
  for (const { created_by } of subscriptions.flat()) {
    if (created_by?.uuid == null || creators.has(created_by.uuid)) continue;
    creators.add(created_by.uuid);
    addPerson(created_by);
  }
  return [...seen.values()].sort((a, b) => a.name.localeCompare(b.name) || (a.uuid < b.uuid ? -1 : 1));
}

const UNKNOWN_PERSON = { email: "", isVerified: null, organizationLevel: null, isMember: false };

/** Returns the person with missing details filled in. Existing details take precedence, except for access. */
function mergePerson(
  known: KnownPerson,
  user: UserSummary,
  { isMember = false, organizationLevel = null, ...served }: Partial<KnownPerson>,
): KnownPerson {
  const isNamed = known.name !== known.uuid && known.name !== known.email;
  return {
    ...known,
    ...served,
    name: isNamed ? known.name : (personLabel(user) ?? known.name),
    email: known.email || user.email,
    isVerified: known.isVerified ?? user.is_email_verified,
    organizationLevel: known.organizationLevel ?? organizationLevel,
    isMember: known.isMember || isMember,
  };
}

interface CachedPeople {
  readonly sources: readonly unknown[];
  readonly people: readonly KnownPerson[];
}

/** By project. */
const getCache = defineStore(() => new Map<string, CachedPeople>());

function getLists(api: Api) {
  return {
    organization: organizationPeople(api),
    members: memberCollection(api),
    lists: openSubscriptionCollections(api).map(({ collection }) => collection),
  };
}

/** Returns people from all loaded lists. The array stays the same until a list changes. Sends no request. */
export function getKnownPeople(api: Api): readonly KnownPerson[] {
  const { organization, members, lists } = getLists(api);
  const records = {
    organization: organization.get().records,
    members: members.get().records,
    access: peekProjectAccess(api)?.people,
    subscriptions: lists.map((list) => list.get().records),
  };
  const sources = [records.organization, records.members, records.access, ...records.subscriptions];
  const cache = getCache(api);
  const known = cache.get(api.projectId);
  const isSame =
    known?.sources.length === sources.length && sources.every((each, index) => each === known.sources[index]);
  if (known !== undefined && isSame) return known.people;
  const people = collectKnownPeople(records);
  cache.set(api.projectId, { sources, people });
  return people;
}

/** Returns people from all loaded lists. Fetches only the organization's list. */
export function useKnownPeople(): readonly KnownPerson[] {
  const api = useApi();
  const organization = organizationPeople(api);
  useEffect(() => startOrganizationPeople(api, organization), [api, organization]);
  return useSyncExternalStore(
    (listener) => {
      const { members, lists } = getLists(api);
      const unsubscribers = [organization, members, ...lists].map((list) => list.subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
    () => getKnownPeople(api),
  );
}

/** Subscribes to the organization's members. Sends no request. */
function useOrganization<Value>(select: (state: CollectionState<OrganizationMember>) => Value): Value {
  const organization = organizationPeople(useApi());
  return useSyncExternalStore(organization.subscribe, () => select(organization.get()));
}

export function useArePeopleLoading(): boolean {
  return useOrganization(
    ({ phase, error }) => ["idle", "first", "loading"].includes(phase) && !isEndpointUnavailable(error),
  );
}

/** Returns the organization's loaded members. Sends no request. */
export function useOrganizationMembers(): readonly OrganizationMember[] {
  return useOrganization(({ records }) => records);
}

/** Whether everyone in the organization is loaded. */
export function useIsOrganizationLoaded(): boolean {
  const isEveryone = useProjectAccess()?.isEveryone === true;
  return useOrganization(({ phase, broken }) => isEveryone || (phase === "complete" && broken.length === 0));
}

/**
 * Loads the members and returns whether they show who has access to the project. The list is
 * unavailable if the project is open to the organization. An empty list shows nothing, because some
 * servers always return one when role-based access is on.
 */
export function useIsAccessKnown(): boolean {
  const members = memberCollection(useApi());
  const isMarkedPrivate = useIsMarkedPrivate();
  useEffect(() => members.start(), [members]);
  return useSyncExternalStore(members.subscribe, () => {
    const { phase, records } = members.get();
    return phase === "complete" && records.length > 0 && isMarkedPrivate !== false;
  });
}

/** Returns people to suggest as members. Without the organization's list, also suggests creators of subscriptions. */
export function useSelectablePeople(): readonly KnownPerson[] {
  const api = useApi();
  const isOrganizationUnavailable = useOrganization(({ error }) => isEndpointUnavailable(error));
  // The collection must be open before `useKnownPeople` subscribes to all open collections.
  const subscriptions = isOrganizationUnavailable ? subscriptionCollection(api, "active") : null;
  useEffect(() => subscriptions?.start(), [subscriptions]);
  return useKnownPeople();
}

/** The endpoint may be unavailable, because the contract doesn't define it and many API keys lack its scope. */
const { open: organizationPeople } = defineCollection(
  (api) => projectKey(api, "organization-people"),
  (api) =>
    createCollection<OrganizationMember>({
      getId: ({ user, id }) => user?.uuid ?? id ?? "",
      client: api.client,
      fetchPage: (query, signal) =>
        requestOptional(api.client, listOrganizationMembers, { path: {}, query, signal }),
    }),
);

/** Loads all people unless the endpoint is known to be unavailable. */
function startOrganizationPeople({ client }: Api, people: Collection<OrganizationMember>): void {
  const { error } = people.get();
  const isForbidden = error instanceof HttpError && error.status === 403;
  // The user may have asked to request refused endpoints again.
  const isUnavailable = isForbidden
    ? getRefusal(client, listOrganizationMembers, { path: {} }) !== null
    : isEndpointUnavailable(error);
  if (!isUnavailable) people.start();
}
