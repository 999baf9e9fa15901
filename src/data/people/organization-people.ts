import type { QueryClient } from "@tanstack/react-query";
import { listOrganizationMembers, type OrganizationMember } from "@/contract/people";
import type { Api } from "@/data/client/api-context";
import { type Collection, createCollection } from "@/data/collection/collection";
import { createCollectionKeeper } from "@/data/collection/use-collection";
import { isRefused } from "./optional-endpoint";

const keeper = createCollectionKeeper<OrganizationMember>();

/** Everybody of the organisation, where the server gives it: outside of the contract, and many keys may not ask. */
export function organizationPeople(queries: QueryClient, api: Api): Collection<OrganizationMember> {
  const key = [api.client.connection.id, api.projectId, "organization-people"];
  return keeper.open(queries, key, () =>
    createCollection<OrganizationMember>({
      idOf: ({ user, id }) => user?.uuid ?? id ?? "",
      signals: api.client.signals,
      fetchPage: (query, signal) => api.client.request(listOrganizationMembers, { path: {}, query, signal }),
    }),
  );
}

/** Loads them all, unless the server has said that it will not tell. */
export function startOrganizationPeople(people: Collection<OrganizationMember>): void {
  if (!isRefused(people.get().error)) people.start();
}
