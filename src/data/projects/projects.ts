import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Client } from "@/api/client";
import { describeError, getRawResponse } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { getMe, listProjects, type Me, type Project } from "@/api/people";
import { useApi, useConnectionStatus } from "@/data/backend/backend";
import { isEndpointUnavailable, requestOptional } from "@/data/backend/optional-endpoint";
import { personLabel } from "@/lib/text/normalize-text";
import type { Problem } from "@/lib/text/problem";

const MAX_SUGGESTED = 5;

/**
 * Key of a query without data. Pages observe this query unless the project is unavailable. If they
 * observed the project list instead, they would render again while it loads.
 */
const UNUSED_KEY = ["no-projects"];

/** Whether the project doesn't exist or the key can't access it (upstream-facts, Everywhere). */
function isProjectUnavailable(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  return error.closedProject !== null || (error.status === 404 && error.detail === "Project not found.");
}

/**
 * Returns the error's description, its raw response, and other projects that the key may access. They are empty while
 * unknown, and null unless the project is unavailable.
 */
export function useProjectError(error: Error | null) {
  const { client, projectId } = useApi();
  const isUnavailable = isProjectUnavailable(error);
  const query = projectQueries.list(client);
  const { closedProjects } = useConnectionStatus(client);
  const { data } = useQuery({
    ...query,
    queryKey: isUnavailable ? query.queryKey : UNUSED_KEY,
    enabled: isUnavailable,
  });
  if (error === null) return null;
  return {
    problem: describeError(error),
    raw: getRawResponse(error),
    otherProjects: isUnavailable
      ? (data?.projects ?? [])
          .filter(({ id }) => String(id) !== projectId && !closedProjects.has(String(id)))
          .slice(0, MAX_SUGGESTED)
      : null,
  };
}

/** Describes a failed call. Null for a rejected API key if the app already reports it for all pages. */
export function describeFailure(client: Client, error: unknown): Problem | null {
  if (!(error instanceof HttpError) || !error.isAboutKey) return describeError(error);
  if (client.connectionStatus.get().keyRefusal !== null) return null;
  return {
    title: "The API key changed during the request",
    detail: "The previous key was rejected, so nothing was saved. Try again.",
    canRetry: true,
  };
}

export interface ProjectList {
  readonly projects: readonly Project[];
  /**
   * Why the key can't list its projects, or null if it can. `projects` are then those of the owner's organization, and
   * the key may not open all of them. Empty if the key can't read its owner either.
   */
  readonly refusal: HttpError | null;
}

/** Returns the projects of the owner's organization. */
export function listOwnerProjects(me: Me | null): readonly Project[] {
  return me?.organization?.teams.filter((team) => team !== null) ?? [];
}

/** Whether the key is valid but can't list projects, for example because it is limited to some of them. */
export function isListRefused(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status === 403 && !error.isAboutKey;
}

export const projectQueries = {
  list: (client: Client) =>
    queryOptions({
      queryKey: [client.connection.id, "projects"],
      queryFn: async ({ signal, client: queryClient }): Promise<ProjectList> => {
        try {
          const { results } = await requestOptional(client, listProjects, { path: {}, signal });
          return { projects: results, refusal: null };
        } catch (error) {
          if (!isListRefused(error)) throw error;
          const me = await queryClient.ensureQueryData(meQuery(client));
          return { projects: listOwnerProjects(me), refusal: error };
        }
      },
      staleTime: 5 * 60_000,
    }),
};

/** Reads the API key's owner. Null if the optional endpoint is unavailable. Many keys lack its scope. */
function meQuery(client: Client) {
  return queryOptions({
    queryKey: [client.connection.id, "me"],
    queryFn: async ({ signal }): Promise<Me | null> => {
      try {
        return await requestOptional(client, getMe, { path: {}, signal });
      } catch (error) {
        if (isEndpointUnavailable(error)) return null;
        throw error;
      }
    },
    // A key's owner never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the owner's name, or else the email or UUID. The email is empty when unknown. */
function toKeyHolder(me: Me | null) {
  if (me === null || me.uuid === null) return null;
  return { uuid: me.uuid, name: personLabel(me) ?? me.uuid, email: me.email };
}

/** Returns the API key's owner. Null while loading, or when the endpoint is unavailable. */
export function useKeyHolder() {
  const { client } = useApi();
  return useQuery({ ...meQuery(client), select: toKeyHolder }).data ?? null;
}
