import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { ExplicitMember } from "@/contract/members";
import type { OrganizationMember } from "@/contract/people";
import type { Subscription } from "@/contract/subscriptions";
import type { UserSummary } from "@/contract/user";
import { type Api, useApi } from "@/data/client/api-context";
import { memberCollection } from "@/data/members/members";
import { openCollections, subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { personLabel } from "@/lib/text/person-label";
import { isRefused } from "./optional-endpoint";
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
  readonly deliveries: readonly (readonly Subscription[])[];
}

/** Everybody who is seen in the sources, each once, by name. */
export function knownPeople({ organization, members, deliveries }: PeopleSources): readonly KnownPerson[] {
  const seen = new Map<string, KnownPerson>();
  const note = (user: UserSummary | null, facts: Partial<KnownPerson> = {}) => {
    if (user === null || user.uuid === null || user.uuid === "") return;
    const key = user.uuid.toLowerCase();
    const known = seen.get(key);
    seen.set(key, known === undefined ? personOf(user, user.uuid, facts) : merge(known, user, facts));
  };
  for (const { user, level } of organization) note(user, { organizationLevel: level });
  for (const { user, parent_level } of members) {
    note(user, { organizationLevel: parent_level, isMember: true });
  }
  // A few people have made most of a long list.
  const makers = new Set<string>();
  for (const { created_by } of deliveries.flat()) {
    if (created_by?.uuid == null || makers.has(created_by.uuid)) continue;
    makers.add(created_by.uuid);
    note(created_by);
  }
  return [...seen.values()].sort((a, b) => a.name.localeCompare(b.name) || (a.uuid < b.uuid ? -1 : 1));
}

function personOf(user: UserSummary, uuid: string, facts: Partial<KnownPerson>): KnownPerson {
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
function merge(
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

interface Found {
  readonly sources: readonly unknown[];
  readonly people: readonly KnownPerson[];
}

const FOUND = new WeakMap<QueryClient, Map<string, Found>>();

function listsOf(queries: QueryClient, api: Api) {
  const lists = openCollections(queries, api).map(({ collection }) => collection);
  return {
    organization: organizationPeople(queries, api),
    members: memberCollection(queries, api),
    lists,
  };
}

/** Everybody known at this moment: the same array as long as nothing they are seen in has changed. */
function peopleNow(queries: QueryClient, api: Api): readonly KnownPerson[] {
  const { organization, members, lists } = listsOf(queries, api);
  const read = {
    organization: organization.get().records,
    members: members.get().records,
    deliveries: lists.map((list) => list.get().records),
  };
  const sources = [read.organization, read.members, ...read.deliveries];
  const project = `${api.client.connection.id} ${api.projectId}`;
  const found = FOUND.get(queries) ?? new Map<string, Found>();
  FOUND.set(queries, found);
  const known = found.get(project);
  const isSame =
    known?.sources.length === sources.length && sources.every((each, place) => each === known.sources[place]);
  if (known !== undefined && isSame) return known.people;
  const people = knownPeople(read);
  found.set(project, { sources, people });
  return people;
}

/**
 * Everybody seen in what is loaded of the project, and in the organisation's list where the server gives it; kept up to
 * date. Asks for that list and for nothing else.
 */
export function useKnownPeople(): readonly KnownPerson[] {
  const api = useApi();
  const queries = useQueryClient();
  const organization = organizationPeople(queries, api);
  useEffect(() => startOrganizationPeople(organization), [organization]);
  return useSyncExternalStore(
    (listener) => {
      const { members, lists } = listsOf(queries, api);
      const stops = [organization, members, ...lists].map((list) => list.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => peopleNow(queries, api),
  );
}

/** Whether the organisation's list may still bring somebody: it was asked for and is not all here, nor refused. */
export function usePeopleAreComing(): boolean {
  const api = useApi();
  const organization = organizationPeople(useQueryClient(), api);
  const isComing = () => ["idle", "first", "loading"].includes(organization.get().phase);
  const isRefusedFor = () => isRefused(organization.get().error);
  return useSyncExternalStore(organization.subscribe, () => isComing() && !isRefusedFor());
}

/**
 * Everybody known, for whoever looks for somebody to add: where the organisation's list is refused, the deliveries are loaded,
 * as only those who made them are left to be suggested.
 */
export function usePeopleToChoose(): readonly KnownPerson[] {
  const api = useApi();
  const queries = useQueryClient();
  const organization = organizationPeople(queries, api);
  const isAllThereIs = useSyncExternalStore(organization.subscribe, () =>
    isRefused(organization.get().error),
  );
  // Opened before `useKnownPeople` listens to what is open.
  const deliveries = isAllThereIs ? subscriptionCollection(queries, api, "active") : null;
  useEffect(() => deliveries?.start(), [deliveries]);
  return useKnownPeople();
}
