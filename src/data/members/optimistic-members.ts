import type { QueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { keepRaw } from "@/contract/parsers";
import type { Api } from "@/data/client/api-context";
import { memberId, memberKey, openedMembers } from "./members";

/** A place that shows a member: the loaded list, or the cache of single ones. */
interface Place {
  readonly get: () => ExplicitMember | undefined;
  readonly put: (record: ExplicitMember) => void;
}

/** A change of a level that is shown before the server has answered. */
export interface ShownLevel {
  /** Shows what the server has made of it. */
  readonly settle: (answer: ExplicitMember) => void;
  /** Takes this one change back: others that were made meanwhile stand. */
  readonly takeBack: () => void;
}

interface Step {
  readonly number: number;
  readonly level: number;
}

/** What a place shows while changes are on their way. */
interface Pending {
  /** As the server has it, by what is known. */
  base: ExplicitMember;
  /** What was put there. */
  shown: ExplicitMember | undefined;
  steps: readonly Step[];
  /** The latest change that was answered. */
  answered: number;
}

const PENDING = new WeakMap<QueryClient, Map<string, Pending>>();
let steps = 0;

function placesOf(queries: QueryClient, api: Api, uuid: string): readonly (readonly [string, Place])[] {
  const queryKey = memberKey(api, uuid);
  const name = JSON.stringify(queryKey);
  return [
    [
      `list ${name}`,
      {
        get: () => openedMembers(queries, api)?.find(uuid),
        put: (record) => openedMembers(queries, api)?.replace(record),
      },
    ],
    [
      `detail ${name}`,
      {
        get: () => queries.getQueryData<ExplicitMember | null>(queryKey) ?? undefined,
        put: (record) => void queries.setQueryData(queryKey, record),
      },
    ],
  ];
}

function withLevel(record: ExplicitMember, level: number): ExplicitMember {
  const { parent_level, effective_level } = record;
  // The server counts anew; until it answers, as upstream-facts says.
  const effective = effective_level === null ? null : Math.max(level, parent_level ?? level);
  return keepRaw(record, { ...record, level, effective_level: effective });
}

function show(place: Place, pending: Pending): void {
  place.put(pending.steps.reduce((record, { level }) => withLevel(record, level), pending.base));
  pending.shown = place.get();
}

/** Shows a level wherever the member is shown, before the server has answered. */
export function showLevel(queries: QueryClient, api: Api, member: ExplicitMember, level: number): ShownLevel {
  steps += 1;
  const mine: Step = { number: steps, level };
  const pendings = PENDING.get(queries) ?? new Map<string, Pending>();
  PENDING.set(queries, pendings);
  const places = placesOf(queries, api, memberId(member));
  for (const [name, place] of places) {
    const base = place.get();
    if (base === undefined) continue;
    const pending = pendings.get(name) ?? { base, shown: base, steps: [], answered: 0 };
    takeNewer(place, pending);
    pending.steps = [...pending.steps, mine];
    pendings.set(name, pending);
    show(place, pending);
  }

  function end(name: string, place: Place): Pending | undefined {
    const pending = pendings.get(name);
    if (pending === undefined) return undefined;
    takeNewer(place, pending);
    pending.steps = pending.steps.filter((step) => step !== mine);
    if (pending.steps.length === 0) pendings.delete(name);
    return pending;
  }

  return {
    settle(answer) {
      for (const [name, place] of places) {
        const pending = end(name, place);
        if (pending === undefined) {
          if (place.get() !== undefined) place.put(answer);
          continue;
        }
        // An answer that was overtaken shows what was before.
        if (pending.answered < mine.number) pending.base = answer;
        pending.answered = Math.max(pending.answered, mine.number);
        // Who was removed meanwhile stays away.
        if (place.get() !== undefined) show(place, pending);
      }
    },
    takeBack() {
      for (const [name, place] of places) {
        const pending = end(name, place);
        if (pending !== undefined && place.get() !== undefined) show(place, pending);
      }
    },
  };
}

/** What was read anew meanwhile is what the server has. */
function takeNewer(place: Place, pending: Pending): void {
  const current = place.get();
  if (current !== undefined && current !== pending.shown) pending.base = current;
}

/** Shows a member that was added, on top of the loaded list: where it belongs only servers know. */
export function showAdded(queries: QueryClient, api: Api, record: ExplicitMember): void {
  queries.setQueryData(memberKey(api, memberId(record)), record);
  const collection = openedMembers(queries, api);
  if (collection === undefined) return;
  // The list that is on its way may have been asked for before.
  if (collection.get().count === null) return collection.refreshSoon(true);
  if (collection.find(memberId(record)) !== undefined) return collection.replace(record);
  collection.insert({ index: 0, record });
  collection.countBy(1);
}

/** Shows a member as read at this moment, wherever it is shown already; null: there is none any more. */
export function showMember(
  queries: QueryClient,
  api: Api,
  uuid: string,
  record: ExplicitMember | null,
): void {
  queries.setQueryData(memberKey(api, uuid), record);
  if (record === null) return takeOut(queries, api, uuid);
  const collection = openedMembers(queries, api);
  if (collection?.find(uuid) !== undefined) collection.replace(record);
}

function takeOut(queries: QueryClient, api: Api, uuid: string): void {
  const collection = openedMembers(queries, api);
  if (collection === undefined) return;
  if (collection.get().count === null) return collection.refreshSoon(true);
  if (collection.find(uuid) === undefined) return;
  collection.takeOut(uuid);
  collection.countBy(-1);
}
