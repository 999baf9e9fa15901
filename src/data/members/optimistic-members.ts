import type { ReadOptions } from "@/api/client";
import type { ExplicitMember } from "@/api/members";
import { attachRaw } from "@/api/parsers";
import type { Api } from "@/data/backend/backend";
import { effectiveLevelAfter } from "@/data/changes/access-levels";
import { addToCollection } from "@/data/collection/use-collection";
import { fetchMember, memberId, memberKey, peekMemberCollection } from "./members";

/** The cached copies of a member: in the loaded list and in the detail query. */
function listCopies(api: Api, uuid: string) {
  const queryKey = memberKey(api, uuid);
  return [
    {
      get: () => peekMemberCollection(api)?.find(uuid),
      put: (record: ExplicitMember) => peekMemberCollection(api)?.replace(record),
    },
    {
      get: () => api.queryClient.getQueryData<ExplicitMember | null>(queryKey) ?? undefined,
      put: (record: ExplicitMember) => api.queryClient.setQueryData(queryKey, record),
    },
  ];
}

function withLevel(record: ExplicitMember, level: number): ExplicitMember {
  const { parent_level, effective_level, inherited_access } = record;
  // Estimates the level that the server will compute (upstream-facts, Explicit members).
  const estimated = inherited_access
    ? effectiveLevelAfter(record, level)
    : Math.max(level, parent_level ?? level);
  const effective = effective_level === null ? null : estimated;
  return attachRaw(record, { ...record, level, effective_level: effective });
}

/** Applies a level to all cached copies before the server responds. Changes of one member must not overlap. */
export function applyOptimisticLevel(api: Api, member: ExplicitMember, level: number) {
  const copies = listCopies(api, memberId(member)).map((copy) => {
    const before = copy.get();
    if (before !== undefined) copy.put(withLevel(before, level));
    return { ...copy, before, shown: copy.get() };
  });
  return {
    /** Replaces the optimistic level with the server's response, unless the member was removed meanwhile. */
    settle(answer: ExplicitMember) {
      for (const { get, put } of copies) if (get() !== undefined) put(answer);
    },
    /** Restores the level before, unless the copy was read again meanwhile. */
    rollback() {
      for (const { get, put, before, shown } of copies)
        if (before !== undefined && get() === shown) put(before);
    },
  };
}

/** Inserts an added member at the top of the loaded list. The server's order is unknown. */
export function addCachedMember(api: Api, record: ExplicitMember): void {
  api.queryClient.setQueryData(memberKey(api, memberId(record)), record);
  addToCollection(peekMemberCollection(api), memberId(record), record);
}

/** Reads a member from the server, and updates all cached copies. Resolves and rejects like `fetchMember`. */
export async function readMemberNow(
  api: Api,
  uuid: string,
  options: ReadOptions,
): Promise<ExplicitMember | null> {
  const member = await fetchMember(api, uuid, options);
  setCachedMember(api, uuid, member);
  return member;
}

/** Updates all cached copies of a member, or removes them if `record` is null. */
export function setCachedMember(api: Api, uuid: string, record: ExplicitMember | null): void {
  api.queryClient.setQueryData(memberKey(api, uuid), record);
  const collection = peekMemberCollection(api);
  if (record === null && collection?.get().count === null) return collection.scheduleRefresh(true);
  if (collection?.find(uuid) === undefined) return;
  if (record !== null) return collection.replace(record);
  collection.remove(uuid);
  collection.adjustCount(-1);
}
