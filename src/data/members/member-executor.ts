import type { QueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { isRedundant, keptWithout, levelWithout, levelWords } from "@/data/changes/access-levels";
import type { RecordWriter, Standing } from "@/data/changes/change-executor";
import type { MemberWrite } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { addMemberRecorded, changeLevelRecorded, removeMemberRecorded } from "./member-changes";
import { memberId, memberScope, readMember } from "./members";
import { showMember } from "./optimistic-members";

const STANDS = "Nothing was sent, so that the newer change stands.";

/** How a run sends a write of an explicit member. It always looks first: a membership is one small request. */
export function memberWriter(write: MemberWrite): RecordWriter {
  const uuid = write.kind === "create" ? write.body.user_uuid : memberId(write.before);
  return {
    recordId: uuid,
    canBeLookedAt: true,
    scope: memberScope,
    async stand(queries, api) {
      const current = await readMember(api, uuid);
      showMember(queries, api, uuid, current);
      return standOf(queries, api, write, current);
    },
  };
}

function standOf(
  queries: QueryClient,
  api: Api,
  write: MemberWrite,
  current: ExplicitMember | null,
): Standing {
  switch (write.kind) {
    case "create": {
      if (current === null) {
        const addition = { ...write.body, name: write.name };
        return { kind: "ready", send: (origin) => addMemberRecorded(queries, api, addition, origin) };
      }
      return current.level === write.body.level ? { kind: "done" } : { kind: "changed", why: newer(current) };
    }
    case "change": {
      const { level } = write.body;
      if (current === null) return { kind: "changed", why: gone() };
      if (current.level === level) return { kind: "done" };
      if (current.level !== write.before.level) return { kind: "changed", why: newer(current) };
      return {
        kind: "ready",
        send: (origin) => changeLevelRecorded(queries, api, { member: current, level }, origin),
      };
    }
    case "remove": {
      if (current === null) return { kind: "done" };
      if (current.level !== write.before.level) return { kind: "changed", why: newer(current) };
      if (write.asLongAs === "redundant" && !isRedundant(current)) {
        return { kind: "changed", why: needed(current) };
      }
      if (write.asLongAs === "kept" && !keepsTheSame(current, write.before)) {
        return { kind: "changed", why: keepsElse(current) };
      }
      return { kind: "ready", send: (origin) => removeMemberRecorded(queries, api, current, origin) };
    }
  }
}

function newer({ level }: ExplicitMember): string {
  return `Somebody changed it meanwhile: Level is ${levelWords(level)} now. ${STANDS}`;
}

function needed({ level, parent_level }: ExplicitMember): string {
  const gives = `The organisation gives ${levelWords(parent_level)} now`;
  return `${gives}, so the explicit ${levelWords(level)} is needed. Nothing was sent.`;
}

/** Whether the person keeps what was said they would. Where a level is not said, nothing is contradicted. */
function keepsTheSame(current: ExplicitMember, before: ExplicitMember): boolean {
  const [now, then] = [levelWithout(current.parent_level), levelWithout(before.parent_level)];
  return now === null || then === null || now === then;
}

function keepsElse(current: ExplicitMember): string {
  return `What the organisation gives was changed meanwhile. ${keptWithout(current)} Nothing was sent.`;
}

function gone(): string {
  return `Somebody took the explicit level away meanwhile. ${STANDS}`;
}
