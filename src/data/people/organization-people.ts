import type { QueryClient } from "@tanstack/react-query";
import { listOrganizationMembers, type OrganizationMember } from "@/contract/people";
import type { Api } from "@/data/client/api-context";
import { getRefusal, isEndpointUnavailable, requestOptional } from "@/data/client/optional-endpoint";
import { type Collection, createCollection } from "@/data/collection/collection";
import { createCollectionCache } from "@/data/collection/use-collection";
import { HttpError } from "@/http/errors";

const collectionCache = createCollectionCache<OrganizationMember>();

/**
 * Returns the organization's members. Their endpoint may be unavailable, because the contract
 * doesn't define it and many API keys lack its scope.
 */
export function organizationPeople(queryClient: QueryClient, api: Api): Collection<OrganizationMember> {
  const key = [api.client.connection.id, api.projectId, "organization-people"];
  return collectionCache.open(queryClient, key, () =>
    createCollection<OrganizationMember>({
      getId: ({ user, id }) => user?.uuid ?? id ?? "",
      client: api.client,
      fetchPage: (query, signal) =>
        requestOptional(api.client, listOrganizationMembers, { path: {}, query, signal }),
    }),
  );
}

/** Loads all people unless the endpoint is known to be unavailable. */
export function startOrganizationPeople({ client }: Api, people: Collection<OrganizationMember>): void {
  const { error } = people.get();
  const isForbidden = error instanceof HttpError && error.status === 403;
  // The user may have asked to request refused endpoints again.
  const isUnavailable = isForbidden
    ? getRefusal(client, listOrganizationMembers, { path: {} }) !== null
    : isEndpointUnavailable(error);
  if (!isUnavailable) people.start();
}
