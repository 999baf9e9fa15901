import type { ExplicitMember } from "@/api/members";
import { attachRaw } from "@/api/parsers";
import type { Api } from "@/data/backend/backend";
import { defineStore } from "@/data/backend/backend";
import { effectiveLevelAfter } from "@/data/changes/access-levels";
import { addToCollection } from "@/data/collection/use-collection";
import { memberId, memberKey, peekMemberCollection } from "./members";

/** A cached copy of a member, either in the loaded list or in the detail query. */
interface CacheSlot {
  readonly get: () => ExplicitMember | undefined;
  readonly put: (record: ExplicitMember) => void;
}

export interface OptimisticLevel {
  /** Replaces the optimistic level with the server's response. */
  readonly settle: (answer: ExplicitMember) => void;
  /** Reverts this change. Later changes stay. */
  readonly rollback: () => void;
}

interface LevelStep {
  readonly number: number;
  readonly level: number;
}

/** State of a slot while changes are in flight. */
interface PendingLevels {
  /** Last known server state. */
  base: ExplicitMember;
  /** Last record that was written to the slot. A different record means that the slot was refetched. */
  shown: ExplicitMember | undefined;
  steps: readonly LevelStep[];
  /** Sequence number of the newest change that got a response. */
  lastSettledStep: number;
}

/** By name of the slot. */
const getPendingLevels = defineStore(() => new Map<string, PendingLevels>());
let steps = 0;

function createSlots(api: Api, uuid: string): readonly (readonly [string, CacheSlot])[] {
  const queryKey = memberKey(api, uuid);
  const name = JSON.stringify(queryKey);
  return [
    [
      `list ${name}`,
      {
        get: () => peekMemberCollection(api)?.find(uuid),
        put: (record) => peekMemberCollection(api)?.replace(record),
      },
    ],
    [
      `detail ${name}`,
      {
        get: () => api.queryClient.getQueryData<ExplicitMember | null>(queryKey) ?? undefined,
        put: (record) => void api.queryClient.setQueryData(queryKey, record),
      },
    ],
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

function applyPendingLevels(slot: CacheSlot, pending: PendingLevels): void {
  slot.put(pending.steps.reduce((record, { level }) => withLevel(record, level), pending.base));
  pending.shown = slot.get();
}

/** Applies a level to all cached copies before the server responds. */
export function applyOptimisticLevel(api: Api, member: ExplicitMember, level: number): OptimisticLevel {
  steps += 1;
  const ownStep: LevelStep = { number: steps, level };
  const pendingBySlot = getPendingLevels(api);
  const slots = createSlots(api, memberId(member));
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
        // If a later change has already received its response, this response is stale.
        if (pending.lastSettledStep < ownStep.number) pending.base = answer;
        pending.lastSettledStep = Math.max(pending.lastSettledStep, ownStep.number);
        // A member who was removed in the meantime must not reappear.
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

/** Uses a refetched record as the new base. */
function adoptNewerBase(slot: CacheSlot, pending: PendingLevels): void {
  const current = slot.get();
  if (current !== undefined && current !== pending.shown) pending.base = current;
}

/** Inserts an added member at the top of the loaded list. The server's order is unknown. */
export function addCachedMember(api: Api, record: ExplicitMember): void {
  api.queryClient.setQueryData(memberKey(api, memberId(record)), record);
  addToCollection(peekMemberCollection(api), memberId(record), record);
}

/** Updates all cached copies of a member, or removes them if `record` is null. */
export function setCachedMember(api: Api, uuid: string, record: ExplicitMember | null): void {
  api.queryClient.setQueryData(memberKey(api, uuid), record);
  if (record === null) return removeCachedMember(api, uuid);
  const collection = peekMemberCollection(api);
  if (collection?.find(uuid) !== undefined) collection.replace(record);
}

function removeCachedMember(api: Api, uuid: string): void {
  const collection = peekMemberCollection(api);
  if (collection === undefined) return;
  if (collection.get().count === null) return collection.scheduleRefresh(true);
  if (collection.find(uuid) === undefined) return;
  collection.remove(uuid);
  collection.adjustCount(-1);
}
