import type { QueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { levelWords } from "@/data/changes/access-levels";
import type { Api } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readMember } from "@/data/members/members";
import { showMember } from "@/data/members/optimistic-members";

/** Ms by which the server's clock may be behind the browser's. */
const CLOCK_SKEW = 5 * 60_000;

/** What was found of a write on a member. */
export type MemberFinding = Pick<JournalEntry, "outcome" | "reason">;

const DONE: MemberFinding = { outcome: "done", reason: "Checked: it was done." };
const NOT_DONE: MemberFinding = {
  outcome: "refused",
  reason: "Checked: it was not done. Everything stands as before.",
};

function open(reason: string): MemberFinding {
  return { outcome: "unknown", reason: `Checked: ${reason}` };
}

/** Looks what became of a write without an answer on the explicit level of a person. Rejects as `Client.request`. */
export async function findMemberWrite(
  queries: QueryClient,
  api: Api,
  entry: JournalEntry,
  uuid: string,
): Promise<MemberFinding> {
  const member = await readMember(api, uuid);
  showMember(queries, api, uuid, member);
  switch (entry.kind) {
    case "created":
      return judgeAddition(entry, member);
    case "deleted":
      return judgeRemoval(entry, member);
    default:
      return judgeChange(entry, member);
  }
}

function fieldOf({ changes }: JournalEntry, field: string) {
  return changes.find((change) => change.field === field);
}

function judgeAddition(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return NOT_DONE;
  if (member.level !== fieldOf(entry, "level")?.after) return other(member);
  const joined = Date.parse(member.joined_at ?? "");
  // Taking it back would take away what somebody else has given.
  if (joined < Date.parse(entry.at) - CLOCK_SKEW) {
    return open("the explicit level is older than this write, so somebody else has given it.");
  }
  return DONE;
}

function judgeChange(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return open("there is no explicit level any more, so nobody can tell.");
  const level = fieldOf(entry, "level");
  if (member.level === level?.after) return DONE;
  return member.level === level?.before ? NOT_DONE : other(member);
}

function judgeRemoval(entry: JournalEntry, member: ExplicitMember | null): MemberFinding {
  if (member === null) return DONE;
  const joined = fieldOf(entry, "joined_at")?.before ?? null;
  if (joined !== member.joined_at) return open("the explicit level was given again since.");
  return member.level === fieldOf(entry, "level")?.before ? NOT_DONE : other(member);
}

function other({ level }: ExplicitMember): MemberFinding {
  return open(`something else stands there, so nobody can tell. Level is ${levelWords(level)} now.`);
}
