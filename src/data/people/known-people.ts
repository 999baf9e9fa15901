import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { ExplicitMember } from "@/contract/members";
import type { OrganizationMember } from "@/contract/people";
import type { Subscription } from "@/contract/subscriptions";
import type { UserSummary } from "@/contract/user";
import { type Api, useApi } from "@/data/client/api-context";
import { memberCollection } from "@/data/members/members";
import {
  openSubscriptionCollections,
  subscriptionCollection,
} from "@/data/subscriptions/subscription-collections";
import { personLabel } from "@/lib/text/person-label";
import { isEndpointUnavailable } from "./optional-endpoint";
import { organizationPeople, startOrganizationPeople } from "./organization-people";

/** Somebody who was seen in the project, or in its organisation. */
export interface KnownPerson {
  readonly uuid: string;
  /** The name, else the address, else the UUID. */
  readonly name: string;
  /** Empty where nobody says. */
  readonly email: string;
  readonly isVerified: boolean | null;
  /** Null where nobody says. */
  readonly organizationLevel: number | null;
  /** Whether the loaded list of members has them. */
  readonly isMember: boolean;
}

/** What people are seen in, as far as it is loaded. */
export interface PeopleSources {
  readonly organization: readonly OrganizationMember[];
  readonly members: readonly ExplicitMember[];
  /** Lists of deliveries: who made them counts. */
  readonly subscriptions: readonly (readonly Subscription[])[];
}

/** Everybody who is seen in the sources, each once, by name. */
export function collectKnownPeople({
  organization,
  members,
  subscriptions,
}: PeopleSources): readonly KnownPerson[] {
  const seen = new Map<string, KnownPerson>();
  const addPerson = (user: UserSummary | null, facts: Partial<KnownPerson> = {}) => {
    if (user === null || user.uuid === null || user.uuid === "") return;
    const key = user.uuid.toLowerCase();
    const known = seen.get(key);
    seen.set(
      key,
      known === undefined ? createPerson(user, user.uuid, facts) : mergePerson(known, user, facts),
    );
  };
  for (const { user, level } of organization) addPerson(user, { organizationLevel: level });
  for (const { user, parent_level } of members) {
    addPerson(user, { organizationLevel: parent_level, isMember: true });
  }
  // A few people have made most of a long list.
  const creators = new Set<string>();
  for (const { created_by } of subscriptions.flat()) {
    if (created_by?.uuid == null || creators.has(created_by.uuid)) continue;
    creators.add(created_by.uuid);
    addPerson(created_by);
  }
  return [...seen.values()].sort((a, b) => a.name.localeCompare(b.name) || (a.uuid < b.uuid ? -1 : 1));
}

function createPerson(user: UserSummary, uuid: string, facts: Partial<KnownPerson>): KnownPerson {
  return {
    uuid,
    name: personLabel(user) ?? uuid,
    email: user.email,
    isVerified: user.is_email_verified,
    organizationLevel: null,
    isMember: false,
    ...facts,
  };
}

/** What was seen first stands; what it lacked is filled in. */
function mergePerson(
  known: KnownPerson,
  user: UserSummary,
  { isMember = false, organizationLevel = null }: Partial<KnownPerson>,
): KnownPerson {
  const isNamed = known.name !== known.uuid && known.name !== known.email;
  return {
    uuid: known.uuid,
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

const CACHE = new WeakMap<QueryClient, Map<string, CachedPeople>>();

function getLists(queryClient: QueryClient, api: Api) {
  const lists = openSubscriptionCollections(queryClient, api).map(({ collection }) => collection);
  return {
    organization: organizationPeople(queryClient, api),
    members: memberCollection(queryClient, api),
    lists,
  };
}

/** Everybody known at this moment: the same array as long as nothing they are seen in has changed. */
function getKnownPeople(queryClient: QueryClient, api: Api): readonly KnownPerson[] {
  const { organization, members, lists } = getLists(queryClient, api);
  const records = {
    organization: organization.get().records,
    members: members.get().records,
    subscriptions: lists.map((list) => list.get().records),
  };
  const sources = [records.organization, records.members, ...records.subscriptions];
  const project = `${api.client.connection.id} ${api.projectId}`;
  const found = CACHE.get(queryClient) ?? new Map<string, CachedPeople>();
  CACHE.set(queryClient, found);
  const known = found.get(project);
  const isSame =
    known?.sources.length === sources.length && sources.every((each, index) => each === known.sources[index]);
  if (known !== undefined && isSame) return known.people;
  const people = collectKnownPeople(records);
  found.set(project, { sources, people });
  return people;
}

/**
 * Everybody seen in what is loaded of the project, and in the organisation's list where the server gives it; kept up to
 * date. Asks for that list and for nothing else.
 */
export function useKnownPeople(): readonly KnownPerson[] {
  const api = useApi();
  const queryClient = useQueryClient();
  const organization = organizationPeople(queryClient, api);
  useEffect(() => startOrganizationPeople(organization), [organization]);
  return useSyncExternalStore(
    (listener) => {
      const { members, lists } = getLists(queryClient, api);
      const unsubscribers = [organization, members, ...lists].map((list) => list.subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
    () => getKnownPeople(queryClient, api),
  );
}

/** Whether the organisation's list may still bring somebody: it was asked for and is not all here, nor refused. */
export function useArePeopleLoading(): boolean {
  const api = useApi();
  const organization = organizationPeople(useQueryClient(), api);
  const isLoading = () => ["idle", "first", "loading"].includes(organization.get().phase);
  const isUnavailable = () => isEndpointUnavailable(organization.get().error);
  return useSyncExternalStore(organization.subscribe, () => isLoading() && !isUnavailable());
}

/**
 * Everybody known, for whoever looks for somebody to add: where the organisation's list is refused, the deliveries are loaded,
 * as only those who made them are left to be suggested.
 */
export function useSelectablePeople(): readonly KnownPerson[] {
  const api = useApi();
  const queryClient = useQueryClient();
  const organization = organizationPeople(queryClient, api);
  const isOrganizationUnavailable = useSyncExternalStore(organization.subscribe, () =>
    isEndpointUnavailable(organization.get().error),
  );
  // Opened before `useKnownPeople` listens to what is open.
  const subscriptions = isOrganizationUnavailable ? subscriptionCollection(queryClient, api, "active") : null;
  useEffect(() => subscriptions?.start(), [subscriptions]);
  return useKnownPeople();
}
