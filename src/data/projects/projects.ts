import { queryOptions } from "@tanstack/react-query";
import type { Client } from "@/api/client";
import { HttpError } from "@/api/errors";
import type { Me } from "@/api/people";
import { listProjects, type Project } from "@/api/projects";
import { requestOptional } from "@/data/client/optional-endpoint";
import { connectionKey, meQuery } from "@/data/people/key-holder";

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
      queryKey: connectionKey(client, "projects"),
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
