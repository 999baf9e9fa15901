import type { ExplicitMember } from "@/api/members";
import type { Api } from "@/data/backend/backend";
import type { OtherLevels } from "@/data/changes/access-levels";
import { inheritedLevel, isLevelRedundant, levelLabel, otherSource } from "@/data/changes/access-levels";
import { compareWithExpected, conflictMessage, replacementConflict } from "@/data/changes/merge-edit";
import type {
  ChangeExecutor,
  PlannedMemberChange,
  PlannedSubscriptionChange,
  Precheck,
  SendableChange,
} from "@/data/changes/planned-change";
import { recordKey } from "@/data/journal/journal-entry";
import {
  addMemberJournaled,
  changeLevelJournaled,
  removeMemberJournaled,
} from "@/data/members/member-changes";
import { fetchMember, memberId, memberScope, withProjectOpenness } from "@/data/members/members";
import { setCachedMember } from "@/data/members/optimistic-members";
import type { RereadPages } from "@/data/subscriptions/reread-pages";
import {
  createSubscriptionJournaled,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { readSubscriptionNow } from "@/data/subscriptions/subscription-mutations";
import { subscriptionScope } from "@/data/subscriptions/subscriptions";

const PART_OF_CHANGE = { isPartOfChange: true };

export function getChangeExecutor(change: SendableChange): ChangeExecutor {
  switch (change.resource) {
    case "subscription":
      return createSubscriptionExecutor(change);
    case "member":
      return createMemberExecutor(change);
  }
}

/** Returns a key that is unique across resources, or null for a creation whose ID the server assigns. */
export function changeRecordKey(change: SendableChange): string | null {
  return recordKey({ resource: change.resource, recordId: getChangeExecutor(change).recordId });
}

function createSubscriptionExecutor(change: PlannedSubscriptionChange): ChangeExecutor {
  if (change.kind === "create") {
    const { body } = change;
    return {
      recordId: null,
      canVerify: false,
      scope: subscriptionScope,
      precheck: async (api) => ({
        kind: "ready",
        send: (origin) => createSubscriptionJournaled(api, body, origin),
      }),
    };
  }
  return {
    recordId: change.before.id,
    canVerify: true,
    scope: subscriptionScope,
    precheck: (api, pages) => precheckSubscription(api, change, pages),
  };
}

async function precheckSubscription(
  api: Api,
  change: Extract<PlannedSubscriptionChange, { kind: "change" }>,
  pages?: RereadPages,
): Promise<Precheck> {
  const { before, body, precondition, replacedBy } = change;
  const current =
    (await pages?.find(before.id)) ?? (await readSubscriptionNow(api, before.id, PART_OF_CHANGE));
  const comparison = compareWithExpected(current, change);
  if (comparison === "neither") return { kind: "changed", why: conflictMessage(current, change) };
  if (comparison === "after") return { kind: "done" };
  if (replacedBy !== undefined) {
    const replacement = await readSubscriptionNow(api, replacedBy.id, PART_OF_CHANGE);
    const why = replacementConflict(replacement, replacedBy, precondition ?? []);
    if (why !== null) return { kind: "changed", why };
  }
  const input = { id: before.id, body, before: current };
  return { kind: "ready", send: (origin) => updateSubscriptionJournaled(api, input, origin) };
}

/** Returns the executor of a change to an explicit level. Its precheck always reads the member. */
function createMemberExecutor(change: PlannedMemberChange): ChangeExecutor {
  const uuid = change.kind === "create" ? change.body.user_uuid : memberId(change.before);
  return {
    recordId: uuid,
    canVerify: true,
    scope: memberScope,
    async precheck(api) {
      const read = await fetchMember(api, uuid, PART_OF_CHANGE);
      const isOpen = change.kind === "create" ? false : change.before.is_project_open === true;
      const current = read && withProjectOpenness(read, isOpen);
      setCachedMember(api, uuid, current);
      return precheckMember(api, change, current);
    },
  };
}

function precheckMember(api: Api, change: PlannedMemberChange, current: ExplicitMember | null): Precheck {
  switch (change.kind) {
    case "create": {
      if (current === null) {
        const addition = { ...change.body, name: change.name };
        return { kind: "ready", send: (origin) => addMemberJournaled(api, addition, origin) };
      }
      return current.level === change.body.level
        ? { kind: "done" }
        : { kind: "changed", why: levelChangedMessage(current) };
    }
    case "change": {
      const { level } = change.body;
      if (current === null) return { kind: "changed", why: levelRemovedMessage() };
      if (current.level === level) return { kind: "done" };
      if (current.level !== change.before.level)
        return { kind: "changed", why: levelChangedMessage(current) };
      return {
        kind: "ready",
        send: (origin) => changeLevelJournaled(api, { member: current, level }, origin),
      };
    }
    case "remove": {
      if (current === null) return { kind: "done" };
      if (current.level !== change.before.level)
        return { kind: "changed", why: levelChangedMessage(current) };
      if (change.precondition === "redundant" && !isLevelRedundant(current)) {
        return { kind: "changed", why: levelNeededMessage(current) };
      }
      if (change.precondition === "kept" && !hasSameInheritedLevel(current, change.before)) {
        return { kind: "changed", why: organizationLevelChangedMessage(current) };
      }
      return { kind: "ready", send: (origin) => removeMemberJournaled(api, current, origin) };
    }
  }
}

/** Unknown levels count as equal. */
function hasSameInheritedLevel(current: ExplicitMember, before: ExplicitMember): boolean {
  const [now, then] = [inheritedLevel(current), inheritedLevel(before)];
  return now === null || then === null || now === then;
}

const NOT_SAVED = "Your change wasn't saved.";

function levelChangedMessage({ level }: Pick<ExplicitMember, "level">): string {
  return `Someone else changed the level to ${levelLabel(level)}. ${NOT_SAVED}`;
}

function levelRemovedMessage(): string {
  return `Someone else removed the explicit level. ${NOT_SAVED}`;
}

function otherAccessNowMessage(member: OtherLevels): string {
  const { parent_level, inherited_access: inherited } = member;
  if (inherited) return `The access from ${otherSource(member)} is now ${levelLabel(inherited.level)}`;
  return `The organization level is now ${parent_level === null ? "unknown" : levelLabel(parent_level)}`;
}

/** Explains that a redundant level has become necessary. */
function levelNeededMessage(member: OtherLevels & Pick<ExplicitMember, "level">): string {
  return `${otherAccessNowMessage(member)}, so the explicit level ${levelLabel(member.level)} is still needed. ${NOT_SAVED}`;
}

/** Explains that the remaining access has changed since the change was planned. */
function organizationLevelChangedMessage(member: OtherLevels): string {
  const consequence = inheritedLevel(member) === 0 ? ", so this person would lose access" : "";
  return `${otherAccessNowMessage(member)}${consequence}. ${NOT_SAVED}`;
}
