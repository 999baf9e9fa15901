import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type ExplicitMember, getMember, listMembers } from "@/contract/members";
import type { ListPage } from "@/contract/parsers";
import type { Api } from "@/data/client/api-context";
import { type Collection, createCollection } from "@/data/collection/collection";
import type { FetchPage } from "@/data/collection/fetch-all-pages";
import { createCollectionCache } from "@/data/collection/use-collection";
import { HttpError } from "@/http/errors";
import { personLabel } from "@/lib/text/person-label";

const collectionCache = createCollectionCache<ExplicitMember>();

/** What the keys of a project's explicit members begin with. */
export function memberScope(api: Api) {
  return [api.client.connection.id, api.projectId, "members"] as const;
}

/** The key of a single membership, by the UUID of its person, in whatever case that is written. */
export function memberKey(api: Api, uuid: string) {
  return [...memberScope(api), "detail", uuid.toLowerCase()] as const;
}

function listKey(api: Api) {
  return [...memberScope(api), "all"] as const;
}

/** What tells a membership apart: the UUID of its person, by which servers find it; else its own. */
export function memberId({ user, id }: Pick<ExplicitMember, "user" | "id">): string {
  return user?.uuid ?? id;
}

/** What a person calls a member: the name, else the address, else what tells it apart. */
export function memberName(member: Pick<ExplicitMember, "user" | "id">): string {
  return personLabel(member.user) ?? memberId(member);
}

/** Not every 404 is about the record: the route may be gone, the project closed, or the answer that of a proxy. */
function isMemberNotFound(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status !== 404 || error.detail === null) return false;
  return error.detail !== "Endpoint not found." && error.detail !== "Project not found.";
}

/** The membership of a person as the server has it at this moment; null for nobody. Rejects as `Client.request`. */
export async function fetchMember(
  api: Api,
  uuid: string,
  signal?: AbortSignal,
): Promise<ExplicitMember | null> {
  try {
    return await api.client.request(getMember, {
      path: { project_id: api.projectId, parent_membership__user__uuid: uuid },
      signal,
    });
  } catch (error) {
    if (isMemberNotFound(error)) return null;
    throw error;
  }
}

/** Queries of single memberships of one project; the list is a collection. */
export const memberQueries = {
  /** Null where the person has no explicit level. */
  detail: (api: Api, uuid: string) =>
    queryOptions({
      queryKey: memberKey(api, uuid),
      queryFn: ({ signal }) => fetchMember(api, uuid, signal),
    }),
};

/**
 * The whole list: usually one answer without pages. Where that counts more than it holds, the pages behind it are read
 * too, as long as they bring anybody new: a server without pages serves the same again.
 */
async function fetchAllMembers(api: Api, signal: AbortSignal): Promise<ListPage<ExplicitMember>> {
  const path = { project_id: api.projectId };
  const first = await api.client.request(listMembers, { path, signal });
  const results = [...first.results];
  const broken = [...first.broken];
  const limit = results.length + broken.length;
  const known = new Set(results.map(memberId));
  let offset = limit;
  while (offset > 0 && offset < first.count) {
    const page = await api.client.request(listMembers, { path, query: { limit, offset }, signal });
    const fresh = page.results.filter((member) => !known.has(memberId(member)));
    if (fresh.length === 0) break;
    for (const member of fresh) known.add(memberId(member));
    results.push(...fresh);
    const start = offset;
    broken.push(...page.broken.map((record) => ({ ...record, index: start + record.index })));
    offset += page.results.length + page.broken.length;
  }
  return { count: first.count, results, broken };
}

/** Hands the list over as its first page, with nothing behind it. */
function createMemberPageFetcher(api: Api): FetchPage<ExplicitMember> {
  let latest: Promise<ListPage<ExplicitMember>> | undefined;
  return async ({ offset }, signal) => {
    if (offset === 0 || latest === undefined) {
      latest = fetchAllMembers(api, signal);
    }
    const page = await latest;
    return offset === 0 ? page : { ...page, results: [], broken: [] };
  };
}

/** Everybody with an explicit level in a project. */
export function memberCollection(queryClient: QueryClient, api: Api): Collection<ExplicitMember> {
  return collectionCache.open(queryClient, listKey(api), () =>
    createCollection<ExplicitMember>({
      getId: memberId,
      connectionStatus: api.client.connectionStatus,
      fetchPage: createMemberPageFetcher(api),
    }),
  );
}

/** The list of members where it was opened already. */
export function peekMemberCollection(
  queryClient: QueryClient,
  api: Api,
): Collection<ExplicitMember> | undefined {
  return collectionCache.peek(queryClient, listKey(api));
}

/** A membership that was loaded with the list. */
export function findCachedMember(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
): ExplicitMember | undefined {
  return peekMemberCollection(queryClient, api)?.find(uuid);
}
