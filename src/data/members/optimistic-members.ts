import type { QueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { attachRaw } from "@/contract/parsers";
import type { Api } from "@/data/client/api-context";
import { memberId, memberKey, peekMemberCollection } from "./members";

/** A place that shows a member: the loaded list, or the cache of single ones. */
interface CacheSlot {
  readonly get: () => ExplicitMember | undefined;
  readonly put: (record: ExplicitMember) => void;
}

/** A change of a level that is shown before the server has answered. */
export interface OptimisticLevel {
  /** Shows what the server has made of it. */
  readonly settle: (answer: ExplicitMember) => void;
  /** Takes this one change back: others that were made meanwhile stand. */
  readonly rollback: () => void;
}

interface LevelStep {
  readonly number: number;
  readonly level: number;
}

/** What a place shows while changes are on their way. */
interface PendingLevels {
  /** As the server has it, by what is known. */
  base: ExplicitMember;
  /** What was put there. */
  shown: ExplicitMember | undefined;
  steps: readonly LevelStep[];
  /** The latest change that was answered. */
  lastSettledStep: number;
}

const PENDING = new WeakMap<QueryClient, Map<string, PendingLevels>>();
let steps = 0;

function createSlots(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
): readonly (readonly [string, CacheSlot])[] {
  const queryKey = memberKey(api, uuid);
  const name = JSON.stringify(queryKey);
  return [
    [
      `list ${name}`,
      {
        get: () => peekMemberCollection(queryClient, api)?.find(uuid),
        put: (record) => peekMemberCollection(queryClient, api)?.replace(record),
      },
    ],
    [
      `detail ${name}`,
      {
        get: () => queryClient.getQueryData<ExplicitMember | null>(queryKey) ?? undefined,
        put: (record) => void queryClient.setQueryData(queryKey, record),
      },
    ],
  ];
}

function withLevel(record: ExplicitMember, level: number): ExplicitMember {
  const { parent_level, effective_level } = record;
  // The server counts anew; until it answers, as upstream-facts says.
  const effective = effective_level === null ? null : Math.max(level, parent_level ?? level);
  return attachRaw(record, { ...record, level, effective_level: effective });
}

function applyPendingLevels(slot: CacheSlot, pending: PendingLevels): void {
  slot.put(pending.steps.reduce((record, { level }) => withLevel(record, level), pending.base));
  pending.shown = slot.get();
}

/** Shows a level wherever the member is shown, before the server has answered. */
export function applyOptimisticLevel(
  queryClient: QueryClient,
  api: Api,
  member: ExplicitMember,
  level: number,
): OptimisticLevel {
  steps += 1;
  const ownStep: LevelStep = { number: steps, level };
  const pendingBySlot = PENDING.get(queryClient) ?? new Map<string, PendingLevels>();
  PENDING.set(queryClient, pendingBySlot);
  const slots = createSlots(queryClient, api, memberId(member));
  for (const [name, slot] of slots) {
    const base = slot.get();
    if (base === undefined) continue;
    const pending = pendingBySlot.get(name) ?? { base, shown: base, steps: [], lastSettledStep: 0 };
    adoptNewerBase(slot, pending);
    pending.steps = [...pending.steps, ownStep];
    pendingBySlot.set(name, pending);
    applyPendingLevels(slot, pending);
  }

  function removeStep(name: string, slot: CacheSlot): PendingLevels | undefined {
    const pending = pendingBySlot.get(name);
    if (pending === undefined) return undefined;
    adoptNewerBase(slot, pending);
    pending.steps = pending.steps.filter((step) => step !== ownStep);
    if (pending.steps.length === 0) pendingBySlot.delete(name);
    return pending;
  }

  return {
    settle(answer) {
      for (const [name, slot] of slots) {
        const pending = removeStep(name, slot);
        if (pending === undefined) {
          if (slot.get() !== undefined) slot.put(answer);
          continue;
        }
        // An answer that was overtaken shows what was before.
        if (pending.lastSettledStep < ownStep.number) pending.base = answer;
        pending.lastSettledStep = Math.max(pending.lastSettledStep, ownStep.number);
        // Who was removed meanwhile stays away.
        if (slot.get() !== undefined) applyPendingLevels(slot, pending);
      }
    },
    rollback() {
      for (const [name, slot] of slots) {
        const pending = removeStep(name, slot);
        if (pending !== undefined && slot.get() !== undefined) applyPendingLevels(slot, pending);
      }
    },
  };
}

/** What was read anew meanwhile is what the server has. */
function adoptNewerBase(slot: CacheSlot, pending: PendingLevels): void {
  const current = slot.get();
  if (current !== undefined && current !== pending.shown) pending.base = current;
}

/** Shows a member that was added, on top of the loaded list: where it belongs only servers know. */
export function addCachedMember(queryClient: QueryClient, api: Api, record: ExplicitMember): void {
  queryClient.setQueryData(memberKey(api, memberId(record)), record);
  const collection = peekMemberCollection(queryClient, api);
  if (collection === undefined) return;
  // The list that is on its way may have been asked for before.
  if (collection.get().count === null) return collection.scheduleRefresh(true);
  if (collection.find(memberId(record)) !== undefined) return collection.replace(record);
  collection.insert({ index: 0, record });
  collection.adjustCount(1);
}

/** Shows a member as read at this moment, wherever it is shown already; null: there is none any more. */
export function setCachedMember(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
  record: ExplicitMember | null,
): void {
  queryClient.setQueryData(memberKey(api, uuid), record);
  if (record === null) return removeCachedMember(queryClient, api, uuid);
  const collection = peekMemberCollection(queryClient, api);
  if (collection?.find(uuid) !== undefined) collection.replace(record);
}

function removeCachedMember(queryClient: QueryClient, api: Api, uuid: string): void {
  const collection = peekMemberCollection(queryClient, api);
  if (collection === undefined) return;
  if (collection.get().count === null) return collection.scheduleRefresh(true);
  if (collection.find(uuid) === undefined) return;
  collection.remove(uuid);
  collection.adjustCount(-1);
}
