import type { ExplicitMember } from "@/api/members";
import type { Api } from "@/data/backend/backend";
import type { OtherLevels } from "@/data/changes/access-levels";
import { inheritedLevel, isLevelRedundant, levelLabel, otherSource } from "@/data/changes/access-levels";
import {
  compareFields,
  compareWithPlan,
  conflictMessage,
  replacementConflict,
} from "@/data/changes/compare-fields";
import type { PlannedMemberChange, SendableChange } from "@/data/changes/planned-change";
import { type ChangeOrigin, recordKey } from "@/data/journal/journal-entry";
import {
  addMemberJournaled,
  changeLevelJournaled,
  removeMemberJournaled,
} from "@/data/members/member-changes";
import { fetchMember, memberId, withProjectOpenness } from "@/data/members/members";
import { setCachedMember } from "@/data/members/optimistic-members";
import type { RereadPages } from "@/data/subscriptions/reread-pages";
import {
  createSubscriptionJournaled,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { readSubscriptionNow } from "@/data/subscriptions/subscription-mutations";

const PART_OF_CHANGE = { isPartOfChange: true };

/** Returns the record ID in the journal, or null for a creation whose ID the server assigns. */
export function changeRecordId(change: SendableChange): number | string | null {
  if (change.kind === "create") return change.resource === "member" ? change.body.user_uuid : null;
  return change.resource === "member" ? memberId(change.before) : change.before.id;
}

/** Returns a key that is unique across resources, or null for a creation whose ID the server assigns. */
export function changeRecordKey(change: SendableChange): string | null {
  return recordKey({ resource: change.resource, recordId: changeRecordId(change) });
}

export type Precheck =
  | { readonly kind: "ready"; readonly send: (origin: ChangeOrigin) => Promise<unknown> }
  | { readonly kind: "done" }
  | { readonly kind: "changed"; readonly why: string };

/** Reads the record and compares it with the plan before the change is sent. Rejects like `Client.request`. */
export async function precheckChange(
  api: Api,
  change: SendableChange,
  pages: RereadPages,
): Promise<Precheck> {
  if (change.resource === "member") return precheckMember(api, change);
  if (change.kind === "create") {
    const { body } = change;
    return { kind: "ready", send: (origin) => createSubscriptionJournaled(api, body, origin) };
  }
  const { before, body, precondition, replacedBy } = change;
  const current =
    (await pages.find(before.id)) ?? (await readSubscriptionNow(api, before.id, PART_OF_CHANGE));
  const comparison = compareWithPlan(current, change);
  if (comparison.state === "neither") {
    const { field } = comparison.different;
    return { kind: "changed", why: conflictMessage(field, current[field]) };
  }
  if (comparison.state === "after") return { kind: "done" };
  if (replacedBy !== undefined) {
    const replacement = await readSubscriptionNow(api, replacedBy.id, PART_OF_CHANGE);
    const why = replacementConflict(replacement, replacedBy, precondition ?? []);
    if (why !== null) return { kind: "changed", why };
  }
  const input = { id: before.id, body, before: current };
  return { kind: "ready", send: (origin) => updateSubscriptionJournaled(api, input, origin) };
}

async function precheckMember(api: Api, change: PlannedMemberChange): Promise<Precheck> {
  const before = change.kind === "create" ? null : change.before;
  const uuid = change.kind === "create" ? change.body.user_uuid : memberId(change.before);
  const read = await fetchMember(api, uuid, PART_OF_CHANGE);
  const current = read && withProjectOpenness(read, before?.is_project_open === true);
  setCachedMember(api, uuid, current);
  const level = change.kind === "remove" ? null : change.body.level;
  const { state } = compareFields({ level: current?.level ?? null }, [
    { field: "level", before: before?.level ?? null, after: level },
  ]);
  if (state === "after") return { kind: "done" };
  if (state === "neither") return { kind: "changed", why: levelConflictMessage(current) };
  if (change.kind === "remove" && current !== null) {
    if (change.precondition === "redundant" && !isLevelRedundant(current))
      return { kind: "changed", why: levelNeededMessage(current) };
    if (change.precondition === "kept" && !hasSameInheritedLevel(current, change.before))
      return { kind: "changed", why: organizationLevelChangedMessage(current) };
  }
  const send = async (origin: ChangeOrigin) => {
    if (change.kind === "create")
      return addMemberJournaled(api, { ...change.body, name: change.name }, origin);
    const member = current ?? change.before;
    return change.kind === "remove"
      ? removeMemberJournaled(api, member, origin)
      : changeLevelJournaled(api, { member, level: change.body.level }, origin);
  };
  return { kind: "ready", send };
}

/** Unknown levels count as equal. */
function hasSameInheritedLevel(current: ExplicitMember, before: ExplicitMember): boolean {
  const [now, then] = [inheritedLevel(current), inheritedLevel(before)];
  return now === null || then === null || now === then;
}

const NOT_SAVED = "Your change wasn't saved.";

function levelConflictMessage(current: ExplicitMember | null): string {
  return current === null
    ? `Someone else removed the explicit level. ${NOT_SAVED}`
    : `Someone else changed the level to ${levelLabel(current.level)}. ${NOT_SAVED}`;
}

function otherAccessNowMessage(member: OtherLevels): string {
  const { parent_level, inherited_access: inherited } = member;
  if (inherited) return `The access from ${otherSource(member)} is now ${levelLabel(inherited.level)}`;
  return `The organization level is now ${parent_level === null ? "unknown" : levelLabel(parent_level)}`;
}

function levelNeededMessage(member: OtherLevels & Pick<ExplicitMember, "level">): string {
  return `${otherAccessNowMessage(member)}, so the explicit level ${levelLabel(member.level)} is still needed. ${NOT_SAVED}`;
}

function organizationLevelChangedMessage(member: OtherLevels): string {
  const consequence = inheritedLevel(member) === 0 ? ", so this person would lose access" : "";
  return `${otherAccessNowMessage(member)}${consequence}. ${NOT_SAVED}`;
}
