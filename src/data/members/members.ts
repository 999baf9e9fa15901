import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReadOptions } from "@/api/client";
import { HttpError } from "@/api/errors";
import { type ExplicitMember, getMember, listMembers } from "@/api/members";
import { attachRaw, type ListPage } from "@/api/parsers";
import { type Api, useApi } from "@/data/backend/backend";
import { type Collection, type CollectionState, createCollection } from "@/data/collection/collection";
import { countRows, dropRows, recordAt } from "@/data/collection/page-reader";
import type { FetchPage } from "@/data/collection/read-further-pages";
import { createCollectionCache } from "@/data/collection/use-collection";
import { projectQueries } from "@/data/projects/projects";
import { personLabel } from "@/lib/text/normalize-text";
import { fetchAccessMember, fetchAccessMembers, requestMembers } from "./access-controls";

const collectionCache = createCollectionCache<ExplicitMember>();

/** Prefix of all query keys of a project's members. */
export function memberScope(api: Api) {
  return [api.client.connection.id, api.projectId, "members"] as const;
}

/** UUIDs are case-insensitive. */
export function memberKey(api: Api, uuid: string) {
  return [...memberScope(api), "detail", uuid.toLowerCase()] as const;
}

function listKey(api: Api) {
  return [...memberScope(api), "all"] as const;
}

/** Returns the user's UUID, as endpoints expect. Without a user, returns the ID of the membership. */
export function memberId({ user, id }: Pick<ExplicitMember, "user" | "id">): string {
  return user?.uuid ?? id;
}

/** Returns the name. Falls back to the email, then to the ID. */
export function memberName(member: Pick<ExplicitMember, "user" | "id">): string {
  return personLabel(member.user) ?? memberId(member);
}

/**
 * Whether the member doesn't exist. Other 404s come from a missing endpoint, an inaccessible
 * project, or a proxy.
 */
function isMemberNotFound(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status !== 404 || error.detail === null) return false;
  return error.detail !== "Endpoint not found." && error.detail !== "Project not found.";
}

async function fetchExplicitMember(
  api: Api,
  uuid: string,
  options: ReadOptions,
): Promise<ExplicitMember | null> {
  try {
    return await api.client.request(getMember, {
      path: { project_id: api.projectId, parent_membership__user__uuid: uuid },
      ...options,
    });
  } catch (error) {
    if (isMemberNotFound(error)) return null;
    throw error;
  }
}

/** Resolves with null if the user has no explicit level. Rejects as `Client.request` does. */
export function fetchMember(
  api: Api,
  uuid: string,
  options: ReadOptions = {},
): Promise<ExplicitMember | null> {
  return requestMembers(
    api,
    () => fetchExplicitMember(api, uuid, options),
    () => fetchAccessMember(api, uuid, options),
  );
}

export const memberQueries = {
  /** Resolves with null if the user has no explicit level. */
  detail: (api: Api, uuid: string) =>
    queryOptions({
      queryKey: memberKey(api, uuid),
      queryFn: ({ signal }) => fetchMember(api, uuid, { signal }),
    }),
};

interface FullList {
  readonly page: ListPage<ExplicitMember>;
  /** Whether the list changed between two page requests. If so, members may be missing. */
  readonly hasMoved: boolean;
}

/** Returns the ID of a row, or null for an unreadable row. */
function rowId(page: ListPage<ExplicitMember>, index: number): string | null {
  const member = recordAt(page, index);
  return member ? memberId(member) : null;
}

/**
 * Fetches the whole list, which is usually a single response. Fetches further pages while `count`
 * exceeds the number of rows read. Stops at a page without new rows, because servers without
 * pagination repeat the first page. Pages overlap by one row, to detect changes to the list between
 * requests. After several pages, also reads the first and last rows again and compares them.
 */
async function fetchExplicitMembers(api: Api, signal: AbortSignal): Promise<FullList> {
  const path = { project_id: api.projectId };
  const first = await api.client.request(listMembers, { path, signal });
  const results = [...first.results];
  const broken = [...first.broken];
  const limit = countRows(first);
  const overlap = limit > 1 ? 1 : 0;
  const known = new Set(results.map(memberId));
  let lastRow = rowId(first, limit - 1);
  let offset = limit;
  let hasMoved = false;
  let hasSeveralPages = false;
  while (offset > 0 && offset < first.count) {
    const query = { limit, offset: offset - overlap };
    const page = await api.client.budget.inTurn(
      () => api.client.request(listMembers, { path, query, signal }),
      signal,
    );
    const fresh = page.results.filter((member) => !known.has(memberId(member)));
    hasMoved ||= page.count !== first.count;
    const isAdjacent = overlap > 0 && rowId(page, 0) === lastRow;
    if (countRows(page) <= overlap || (fresh.length === 0 && !isAdjacent)) break;
    hasMoved ||= overlap > 0 && !isAdjacent;
    hasSeveralPages = true;
    for (const member of fresh) known.add(memberId(member));
    results.push(...fresh);
    const start = offset;
    broken.push(
      ...dropRows(page, overlap).broken.map((record) => ({ ...record, index: start + record.index })),
    );
    lastRow = rowId(page, countRows(page) - 1);
    offset = query.offset + countRows(page);
  }
  if (hasSeveralPages && !hasMoved) {
    const [head, tail] = await Promise.all(
      [0, offset - 1].map((row) =>
        api.client.request(listMembers, { path, query: { limit: 1, offset: row }, signal }),
      ),
    );
    const isSameRow = (page: ListPage<ExplicitMember> | undefined, row: string | null) =>
      page?.count === first.count && rowId(page, 0) === row;
    hasMoved = !isSameRow(head, rowId(first, 0)) || !isSameRow(tail, lastRow);
  }
  return { page: { count: first.count, results, broken }, hasMoved };
}

function fetchAllMembers(api: Api, signal: AbortSignal): Promise<FullList> {
  return requestMembers(
    api,
    () => fetchExplicitMembers(api, signal),
    async () => ({ page: await fetchAccessMembers(api, { signal }), hasMoved: false }),
  );
}

/**
 * Presents the whole list as a single page. Fetches the list once more if it changes between two
 * page requests.
 */
function createMemberPageFetcher(api: Api) {
  let latest: Promise<FullList> | undefined;
  let hasMoved = false;
  const fetchFullList = async (signal: AbortSignal) => {
    const list = await fetchAllMembers(api, signal);
    return list.hasMoved ? fetchAllMembers(api, signal) : list;
  };
  const fetchPage: FetchPage<ExplicitMember> = async ({ offset }, signal) => {
    if (offset === 0 || latest === undefined) latest = fetchFullList(signal);
    const list = await latest;
    hasMoved = list.hasMoved;
    return dropRows(list.page, offset);
  };
  return { fetchPage, hasMoved: () => hasMoved };
}

export function memberCollection(api: Api): Collection<ExplicitMember> {
  return collectionCache.open(api, listKey(api), () =>
    createCollection<ExplicitMember>({
      getId: memberId,
      client: api.client,
      ...createMemberPageFetcher(api),
    }),
  );
}

/** Returns the member list if it is open. Sends no request. */
export function peekMemberCollection(api: Api): Collection<ExplicitMember> | undefined {
  return collectionCache.peek(api, listKey(api));
}

/** Returns a member from the loaded list. Sends no request. */
export function findCachedMember(api: Api, uuid: string): ExplicitMember | undefined {
  return peekMemberCollection(api)?.find(uuid);
}

/** Whether the server says that everyone in the organization has access to the project. */
export function hasNoExplicitMembers(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    error.status === 400 &&
    /project-based permissioning/i.test(error.detail ?? "")
  );
}

/**
 * Returns whether the server marks the project as private. Null when unknown. Only reads the cache, because the project
 * switcher loads the projects.
 */
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
