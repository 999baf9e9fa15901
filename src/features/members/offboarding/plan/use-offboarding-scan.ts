import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { ExplicitMember } from "@/contract/members";
import type { Subscription } from "@/contract/subscriptions";
import { type Api, useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import type { LoadedList } from "@/data/collection/loaded-list";
import { useCollection } from "@/data/collection/use-collection";
import { memberCollection } from "@/data/members/members";
import type { LookedThrough } from "@/data/offboarding/offboarding-record";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { isWithoutMembers } from "@/features/members/parts/members-unavailable";
import { describeError } from "@/http/describe-error";

/** What an offboarding is planned from: a half-read list could hide a delivery, so nothing is planned from one. */
export interface Looking {
  /** Whether all of it is here. */
  readonly isReady: boolean;
  readonly members: readonly ExplicitMember[];
  readonly active: readonly Subscription[];
  readonly bin: readonly Subscription[];
  readonly looked: LookedThrough;
  /** Records that are here, and that there are. */
  readonly loaded: number;
  readonly all: number;
  /** Why it does not go on by itself; null while it does. */
  readonly halt: "asking" | "paused" | "failed" | null;
  /** What a list failed with. */
  readonly error: Error | null;
  readonly goOn: () => void;
  /** Asks again for the members, where they could not be read. */
  readonly lookAtMembers: () => void;
  /** When the older of the lists was read, in ms since 1970. */
  readonly lookedAt: number | null;
}

const MAY_BE_OLD = 10_000;

function listsOf(queries: QueryClient, api: Api) {
  return {
    active: subscriptionCollection(queries, api, "active"),
    bin: subscriptionCollection(queries, api, "bin"),
    members: memberCollection(queries, api),
  };
}

/** Loads all deliveries, the bin and the members, and looks at them again where they were loaded before. */
export function useLookedThrough(): Looking {
  const api = useApi();
  const queries = useQueryClient();
  const { active, bin, members } = listsOf(queries, api);
  const states = { active: useCollection(active), bin: useCollection(bin), members: useCollection(members) };
  const lists: readonly LoadedList<unknown>[] = [
    { collection: active, state: states.active },
    { collection: bin, state: states.bin },
  ];
  const [since] = useState(() => Date.now());
  useFreshLists([...lists, { collection: members, state: states.members }], since);

  // Somebody may be offboarded where there are no members at all.
  const hasMembers =
    isWhole(states.members, since) || (states.members.error !== null && !isReading(states.members));
  const [hadMembers, setHadMembers] = useState(false);
  if (hasMembers && !hadMembers) setHadMembers(true);
  // What was chosen is not thrown away because the members are asked for again.
  const isReady = lists.every(({ state }) => isWhole(state, since)) && (hasMembers || hadMembers);
  // Told once the others have begun as well: else one that fails later takes back what "Try again" has brought.
  const isBeginning = lists.some(({ state }) => state.phase === "first");
  const failed = isBeginning
    ? undefined
    : lists.find(({ state }) => state.error !== null && !isReading(state));
  const halted = lists.find(({ state }) => state.phase === "asking" || state.phase === "paused");
  const everything = [states.active, states.bin, states.members];
  return {
    isReady,
    members: states.members.records,
    active: states.active.records,
    bin: states.bin.records,
    looked: {
      deliveries: states.active.records.length,
      bin: states.bin.records.length,
      unreadable: everything.reduce(
        (sum, { broken, miscount }) => sum + broken.length + Math.max(0, miscount),
        0,
      ),
      membersProblem: memberProblem(states.members),
    },
    loaded: lists.reduce((sum, { state }) => sum + state.records.length, 0),
    all: lists.reduce((sum, { state }) => sum + Math.max(state.count ?? 0, state.records.length), 0),
    halt: failed ? "failed" : halted?.state.phase === "asking" ? "asking" : halted ? "paused" : null,
    error: failed?.state.error ?? null,
    goOn() {
      for (const { collection, state } of lists) {
        if (state.phase === "asking") collection.loadAll();
        else if (state.phase === "complete" && state.error !== null) collection.refresh();
        else collection.resume();
      }
      if (states.members.phase === "failed") members.resume();
    },
    lookAtMembers: members.resume,
    lookedAt: Math.min(states.active.loadedAt ?? 0, states.bin.loadedAt ?? 0) || null,
  };
}

const isReading = ({ phase, isRefreshing }: CollectionState<unknown>) =>
  isRefreshing || phase === "first" || phase === "loading";

/** Whether all of a list is here, as it was when the page was opened or later. */
function isWhole({ phase, loadedAt }: CollectionState<unknown>, since: number): boolean {
  return phase === "complete" && loadedAt !== null && loadedAt >= since - MAY_BE_OLD;
}

/** The words of why nobody knows who is a member; null where that is known, or there are none anywhere. */
function memberProblem({ error, phase }: CollectionState<unknown>): string | null {
  if (error === null) return phase === "complete" ? null : "The members are being asked for.";
  if (isWithoutMembers(error)) return null;
  const { title, detail } = describeError(error);
  return `${title}. ${detail}`;
}

/** Reads again what was loaded before: a plan is made of what the server has now. */
function useFreshLists(lists: readonly LoadedList<unknown>[], since: number): void {
  const look = useEffectEvent(() => {
    for (const { collection, state } of lists) {
      if (state.phase === "complete" && !isWhole(state, since)) collection.refresh();
    }
  });
  useEffect(() => look(), []);
}
