import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { describeError } from "@/api/describe-error";
import { useApi } from "@/data/backend/backend";
import { explainLevel } from "@/data/changes/access-levels";
import type { CollectionState, LoadedList } from "@/data/collection/collection";
import { useCollection } from "@/data/collection/use-collection";
import { countLoadedRecords, isHalted, isLoading, loadLists } from "@/data/collection/whole-lists";
import { hasNoExplicitMembers, memberCollection, useIsProjectOpen } from "@/data/members/members";
import type { DepartingMember, OffboardingFindings } from "@/data/offboarding/match-member";
import type { ScanCoverage } from "@/data/offboarding/offboarding-record";
import { offboardingQueries } from "@/data/offboarding/offboardings";
import { useArePeopleLoading } from "@/data/people/known-people";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import {
  CHANGED_DURING_SCAN,
  noMembershipMessage,
  scanSummary,
  unreadableMessage,
} from "@/features/members/offboarding/model/offboarding-messages";
import { Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { KeyValueList, Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";

interface MemberSummaryProps {
  readonly departingMember: DepartingMember;
  readonly findings: OffboardingFindings;
  readonly scan: ScanState;
}

export function MemberSummary({ departingMember, findings, scan }: MemberSummaryProps) {
  const { membership, others } = findings;
  const { coverage, scannedAt } = scan;
  const items = [
    { label: "Email", value: departingMember.email || "Unknown, so subscriptions can't be searched" },
    {
      label: "Access",
      value:
        coverage.membersProblem !== null
          ? "Unknown"
          : membership === null
            ? noMembershipMessage(others)
            : explainLevel(membership),
    },
    {
      label: "Scanned",
      value: (
        <>
          {scanSummary(coverage)}
          {scannedAt !== null && (
            <span className={shared.hint}>
              {" As of "}
              <TimeStamp iso={new Date(scannedAt).toISOString()} mode="exact" />.
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <Section title={departingMember.name || departingMember.email || "Unnamed person"}>
      <KeyValueList items={items} />
      {coverage.membersProblem !== null && (
        <Notice
          tone="warning"
          title="Membership unknown"
          action={<Button onClick={scan.retryMembers}>Try again</Button>}
        >
          {`${coverage.membersProblem} Check this person's access on the server.`}
        </Notice>
      )}
      {coverage.unreadable > 0 && (
        <Notice tone="warning" title="Some records couldn't be read">
          {unreadableMessage(coverage.unreadable)}
        </Notice>
      )}
      {coverage.hasChanged === true && (
        <Notice
          tone="warning"
          title={CHANGED_DURING_SCAN.title}
          action={<Button onClick={scan.repeat}>Scan again</Button>}
        >
          {CHANGED_DURING_SCAN.detail}
        </Notice>
      )}
    </Section>
  );
}

/** Records for the plan. Planning waits for `isReady`, because incomplete lists could lack a subscription. */
export type ScanState = ReturnType<typeof useOffboardingScan>;

const MAX_AGE_MS = 10_000;

/**
 * Loads active subscriptions, subscriptions in Trash, and members. Refetches lists that were loaded
 * more than `MAX_AGE_MS` before the page opened. A subscription that is restored or deleted between the reads may be
 * in neither list, so everything is read again, once, if the length of a list has changed.
 */
export function useOffboardingScan() {
  const api = useApi();
  const active = subscriptionCollection(api, "active");
  const trash = subscriptionCollection(api, "trash");
  const members = memberCollection(api);
  const states = {
    active: useCollection(active),
    trash: useCollection(trash),
    members: useCollection(members),
  };
  const lists: readonly LoadedList<unknown>[] = [
    { collection: active, state: states.active },
    { collection: trash, state: states.trash },
  ];
  const allLists: readonly LoadedList<unknown>[] = [...lists, { collection: members, state: states.members }];
  const isProjectOpen = useIsProjectOpen(states.members);
  const arePeopleLoading = useArePeopleLoading();
  const [startedAt] = useState(() => Date.now());
  const refreshStale = useEffectEvent(() => {
    for (const { collection, state } of allLists) {
      if (state.phase === "complete" && !isCompleteSince(state, startedAt)) collection.refresh();
    }
  });
  useEffect(() => refreshStale(), []);

  // Offboarding also works without a member list, so a failed list counts as loaded.
  const hasMembers =
    isCompleteSince(states.members, startedAt) ||
    (states.members.error !== null && !isLoading(states.members));
  const [hadMembers, setHadMembers] = useState(false);
  if (hasMembers && !hadMembers) setHadMembers(true);
  // The form and its input stay visible while members are refetched.
  const isReady = lists.every(({ state }) => isCompleteSince(state, startedAt)) && (hasMembers || hadMembers);
  // Reports a failure only when no list is loading its first page. Otherwise, after “Try again”, a
  // list that fails would bring the error back while the other list is still loading.
  const isStarting = lists.some(({ state }) => state.phase === "first");
  const failedList = lists.find(({ state }) => state.error !== null && !isLoading(state));
  const areRead = lists.every(
    ({ state }) => isCompleteSince(state, startedAt) && state.error === null && !isLoading(state),
  );
  const readAt = lists.map(({ state }) => state.loadedAt);
  const counts = useQuery({ ...offboardingQueries.counts(api, readAt), enabled: areRead });
  const hasMoved = counts.data?.some((count, index) => count !== lists[index]?.state.count) ?? false;
  /** When the lists were read that have changed since. */
  const [movedReadAt, setMovedReadAt] = useState<string | null>(null);
  if (hasMoved && movedReadAt === null) setMovedReadAt(readAt.join());
  const isRepeated = movedReadAt !== null && movedReadAt !== readAt.join();
  function repeat(): void {
    for (const { collection } of lists) collection.refresh();
    if (states.members.phase === "complete") members.refresh();
  }
  const repeatOnce = useEffectEvent(repeat);
  useEffect(() => {
    if (movedReadAt !== null) repeatOnce();
  }, [movedReadAt]);
  const error = isStarting ? null : (failedList?.state.error ?? counts.error);
  const coverage: ScanCoverage = {
    subscriptions: states.active.records.length,
    trash: states.trash.records.length,
    unreadable: allLists.reduce(
      (sum, { state: { broken, miscount } }) => sum + broken.length + Math.max(0, miscount),
      0,
    ),
    membersProblem: membersProblem(states.members),
    hasChanged: (hasMoved && isRepeated) || allLists.some(({ state }) => state.isOutdated),
  };
  return {
    /** Whether both subscription lists are complete and recent, and the members were loaded or failed at least once. */
    isReady,
    members: states.members.records,
    /** Whether everyone in the organization has access to the project. Null when unknown. */
    isProjectOpen,
    active: states.active.records,
    trashed: states.trash.records,
    coverage,
    ...countLoadedRecords(lists),
    /** Whether loading has stopped early. */
    isHalted: error !== null || (!isStarting && lists.some(({ state }) => isHalted(state))),
    error,
    /**
     * Whether no subscription has moved between the lists while they were read, or they were read twice. Also requires
     * that the members and, if possible, the organization's people were read.
     */
    isConfirmed:
      areRead &&
      counts.isSuccess &&
      (!hasMoved || isRepeated) &&
      !arePeopleLoading &&
      !isLoading(states.members),
    repeat,
    resume() {
      loadLists(allLists);
      if (counts.isError) void counts.refetch();
    },
    retryMembers: members.resume,
    /** Load time of the list that was loaded first, in ms since 1970. Null until both lists have loaded. */
    scannedAt: Math.min(states.active.loadedAt ?? 0, states.trash.loadedAt ?? 0) || null,
  };
}

/** Whether the list is complete and wasn't loaded more than `MAX_AGE_MS` before the page opened. */
function isCompleteSince({ phase, loadedAt }: CollectionState<unknown>, startedAt: number): boolean {
  return phase === "complete" && loadedAt !== null && loadedAt >= startedAt - MAX_AGE_MS;
}

/** Returns why members are unknown. Null if they are known, or if the project has none. */
function membersProblem({ error, phase }: CollectionState<unknown>): string | null {
  if (error === null) return phase === "complete" ? null : "Members haven't finished loading.";
  if (hasNoExplicitMembers(error)) return null;
  const { title, detail } = describeError(error);
  return `${title}. ${detail}`;
}
