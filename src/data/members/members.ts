import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReadOptions } from "@/api/client";
import { HttpError } from "@/api/errors";
import type { ExplicitMember } from "@/api/members";
import { attachRaw, type ListPage } from "@/api/parsers";
import { type Api, projectKey, useApi } from "@/data/backend/backend";
import { type CollectionState, createCollection } from "@/data/collection/collection";
import { countRows, dropRows, type FetchPage } from "@/data/collection/page-reader";
import { defineCollection } from "@/data/collection/use-collection";
import { projectQueries } from "@/data/projects/projects";
import { personLabel } from "@/lib/text/normalize-text";
import { requestMembers } from "./member-backends";

/** Prefix of all query keys of a project's members. */
export function memberScope(api: Api) {
  return projectKey(api, "members");
}

/** UUIDs are case-insensitive. */
export function memberKey(api: Api, uuid: string) {
  return [...memberScope(api), "detail", uuid.toLowerCase()] as const;
}

/** Returns the user's UUID, as endpoints expect. Without a user, returns the ID of the membership. */
export function memberId({ user, id }: Pick<ExplicitMember, "user" | "id">): string {
  return user?.uuid ?? id;
}

/** Returns the name. Falls back to the email, then to the ID. */
export function memberName(member: Pick<ExplicitMember, "user" | "id">): string {
  return personLabel(member.user) ?? memberId(member);
}

/** Resolves with null if the user has no explicit level. Rejects as `Client.request` does. */
export function fetchMember(
  api: Api,
  uuid: string,
  options: ReadOptions = {},
): Promise<ExplicitMember | null> {
  return requestMembers(api, (backend) => backend.read(api, uuid, options));
}

export const memberQueries = {
  /** Resolves with null if the user has no explicit level. */
  detail: (api: Api, uuid: string) =>
    queryOptions({
      queryKey: memberKey(api, uuid),
      queryFn: ({ signal }) => fetchMember(api, uuid, { signal }),
    }),
};

/** Takes the pages from the whole list, which servers send. A server that sends a part of it is asked for pages. */
function createPageFetcher(api: Api): FetchPage<ExplicitMember> {
  let latest: Promise<ListPage<ExplicitMember>> | undefined;
  const read = (signal: AbortSignal, query?: { readonly limit: number; readonly offset: number }) =>
    requestMembers(api, (backend) => backend.list(api, { signal, ...(query && { query }) }));
  return async ({ limit, offset }, signal) => {
    const isStart = offset === 0 && limit > 1;
    if (isStart || latest === undefined) {
      const sent = read(signal);
      latest = sent;
      // A failed read is sent again by the next page.
      sent.catch(() => latest === sent && (latest = undefined));
    }
    const list = await latest;
    const isWhole = countRows(list) >= list.count;
    return isStart || isWhole ? dropRows(list, offset) : read(signal, { limit, offset });
  };
}

export const { open: memberCollection, peek: peekMemberCollection } = defineCollection(
  (api) => [...memberScope(api), "all"],
  (api) =>
    createCollection<ExplicitMember>({
      getId: memberId,
      client: api.client,
      fetchPage: createPageFetcher(api),
    }),
);

/** Whether the server says that everyone in the organization has access to the project. */
export function hasNoExplicitMembers(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    error.status === 400 &&
    /project-based permissioning/i.test(error.detail ?? "")
  );
}

/** Null when unknown. Only reads the cache, because the project switcher loads the projects. */
export function useIsMarkedPrivate(): boolean | null {
  const { client, projectId } = useApi();
  const { data } = useQuery({ ...projectQueries.list(client), enabled: false });
  const flag = data?.projects.find(({ id }) => String(id) === projectId)?.["access_control"];
  return typeof flag === "boolean" ? flag : null;
}

/**
 * Returns whether everyone in the organization has access to the project, on servers with explicit members. Null when
 * unknown: an empty list alone shows nothing, because servers return one for an open project and for role-based access.
 * @param state the list of explicit members
 */
export function useIsProjectOpen({
  phase,
  records,
  error,
}: Pick<CollectionState<ExplicitMember>, "phase" | "records" | "error">): boolean | null {
  const isPrivate = useIsMarkedPrivate();
  if (isPrivate === false || hasNoExplicitMembers(error)) return true;
  return phase === "complete" && records.length > 0 ? false : null;
}

/** Returns a member with `is_project_open` if the project has been opened since the member was added. */
export function withProjectOpenness(member: ExplicitMember, isProjectOpen: boolean | null): ExplicitMember {
  return isProjectOpen === true && member.inherited_access === undefined
    ? attachRaw(member, { ...member, is_project_open: true })
    : member;
}
