import type { ReadOptions } from "@/api/client";
import type { ExplicitMember } from "@/api/members";
import type { Api } from "@/data/backend/backend";
import { levelLabel } from "@/data/changes/access-levels";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { fetchMember } from "@/data/members/members";
import { setCachedMember } from "@/data/members/optimistic-members";
import {
  APPLIED_MESSAGE,
  differentValueMessage,
  NOT_APPLIED_MESSAGE,
  type UnverifiableReason,
  unverifiableMessage,
} from "./check-outcome-messages";

/** Maximum time by which the server's clock may be behind. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

export type MemberFinding = Pick<JournalEntry, "outcome" | "reason">;

const DONE: MemberFinding = { outcome: "done", reason: APPLIED_MESSAGE };
const NOT_DONE: MemberFinding = {
  outcome: "refused",
  reason: NOT_APPLIED_MESSAGE,
};

function createUnknownFinding(reason: UnverifiableReason): MemberFinding {
  return { outcome: "unknown", reason: unverifiableMessage(reason) };
}

/** Finds the outcome of a change to an explicit level. Rejects as `Client.request` does. */
export async function findMemberOutcome(
  api: Api,
  entry: JournalEntry,
  uuid: string,
  options: ReadOptions,
): Promise<MemberFinding> {
  const member = await fetchMember(api, uuid, options);
  setCachedMember(api, uuid, member);
  switch (entry.kind) {
    case "created":
      return judgeAddition(entry, member);
    case "deleted":
      return judgeRemoval(entry, member);
    default:
      return judgeChange(entry, member);
  }
}

function findFieldChange({ changes }: JournalEntry, field: string) {
  return changes.find((change) => change.field === field);
}

function judgeAddition(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return NOT_DONE;
  if (member.level !== findFieldChange(entry, "level")?.after) return createOtherLevelFinding(member);
  const joined = Date.parse(member.joined_at ?? "");
  // The level is older than the change, so someone else granted it. An undo must not remove it.
  if (joined < Date.parse(entry.at) - MAX_CLOCK_SKEW_MS) {
    return createUnknownFinding("older-level");
  }
  return DONE;
}

function judgeChange(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return createUnknownFinding("no-level");
  const level = findFieldChange(entry, "level");
  if (member.level === level?.after) return DONE;
  return member.level === level?.before ? NOT_DONE : createOtherLevelFinding(member);
}

function judgeRemoval(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return DONE;
  const joined = findFieldChange(entry, "joined_at")?.before ?? null;
  if (joined !== member.joined_at) return createUnknownFinding("new-level");
  return member.level === findFieldChange(entry, "level")?.before
    ? NOT_DONE
    : createOtherLevelFinding(member);
}

function createOtherLevelFinding({ level }: ExplicitMember): MemberFinding {
  return { outcome: "unknown", reason: differentValueMessage("Level", levelLabel(level)) };
}
