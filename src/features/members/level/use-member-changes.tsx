import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ExplicitMember } from "@/contract/members";
import { levelWords } from "@/data/changes/access-levels";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";
import { changeLevelRecorded, removeMemberRecorded, type WrittenMember } from "@/data/members/member-changes";
import { memberId } from "@/data/members/members";
import {
  effectiveAfter,
  isOwn,
  keepsWords,
  nameOf,
  type Standing,
} from "@/features/members/model/member-rules";
import { useUndoWrites } from "@/features/members/model/use-undo-member-changes";
import { useAnnounce } from "@/ui/feedback/announcer";
import { useToasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";
import type { FailedLevel, MemberMoves } from "./member-changes-context";
import classes from "./use-member-changes.module.css";

const NO_FAILURES: ReadonlyMap<string, FailedLevel> = new Map();

/** Changes levels at once and takes memberships away after a question, each with an undo in the toast. */
export function useMemberMoves(standing: Standing): MemberMoves {
  const api = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const announce = useAnnounce();
  const confirm = useConfirm();
  const undo = useUndoWrites();
  const [failures, setFailures] = useState(NO_FAILURES);
  /** Whose level is on its way: the next change of it waits for the answer. */
  const underWay = useRef(new Set<string>());

  function note(id: string, failure: FailedLevel | null): void {
    setFailures((before) => {
      const after = new Map(before);
      if (failure === null) after.delete(id);
      else after.set(id, failure);
      return after;
    });
  }

  async function changeLevel(member: ExplicitMember, level: number): Promise<void> {
    const id = memberId(member);
    const name = nameOf(member);
    if (underWay.current.has(id)) return announce(`The last change of ${name} is still on its way.`);
    underWay.current.add(id);
    note(id, null);
    announce(`${name}: ${levelWords(level)}`);
    try {
      const { entry } = await changeLevelRecorded(queries, api, { member, level });
      toasts.show({
        tone: "positive",
        title: `${name} has the explicit level ${levelWords(level)}`,
        detail: effectWords(member, level),
        action: { label: "Undo", onSelect: () => undo([entry], `Undo: level of ${name}`) },
      });
    } catch (error) {
      const problem = describeFailure(api.client, error);
      if (problem === null) return;
      const isUnclear = isOutcomeUnknown(error);
      note(id, { problem, isUnclear });
      toasts.show({
        tone: "danger",
        title: isUnclear
          ? `It is not certain whether the level of ${name} was changed`
          : `The level of ${name} was not changed`,
        detail: `${problem.title}. ${problem.detail}`,
      });
    } finally {
      underWay.current.delete(id);
    }
  }

  async function remove(member: ExplicitMember): Promise<void> {
    const name = nameOf(member);
    const isMine = isOwn(member, standing);
    let written: WrittenMember | null = null;
    const agreed = await confirm({
      title: isMine ? "Remove your own membership?" : `Remove ${name}?`,
      body: <RemovalWords member={member} isOwn={isMine} />,
      confirmLabel: "Remove",
      tone: "danger",
      run: async () => {
        written = await removeMemberRecorded(queries, api, member);
      },
      describeError: (error) => describeFailure(api.client, error),
    });
    if (!agreed || written === null) return;
    const { entry } = written;
    toasts.show({
      title: `Removed ${name}`,
      detail: isMine ? "Another administrator can add you again." : keepsWords(member),
      ...(!isMine && {
        action: { label: "Undo", onSelect: () => undo([entry], `Undo: remove ${name}`) },
      }),
    });
  }

  return {
    standing,
    failures,
    changeLevel: (member, level) => void changeLevel(member, level),
    remove: (member) => void remove(member),
  };
}

/** What a new explicit level comes to. */
function effectWords(member: ExplicitMember, level: number): string {
  const after = effectiveAfter(member, level);
  if (after === null)
    return "What they are in effect depends on the organisation, which the server does not say.";
  return after > level
    ? `In effect they are ${levelWords(after)}, which the organisation gives them.`
    : `They are ${levelWords(after)} in effect.`;
}

interface RemovalWordsProps {
  readonly member: ExplicitMember;
  readonly isOwn: boolean;
}

/** What taking a membership away means. */
function RemovalWords({ member, isOwn: isMine }: RemovalWordsProps) {
  return (
    <div className={classes.words}>
      <p>{`The explicit level ${levelWords(member.level)} goes. ${keepsWords(member)}`}</p>
      <p>
        {isMine
          ? "You cannot add yourself again: only another administrator can."
          : "It can be undone: then they are added again with the same level, and the day they joined is a new one."}
      </p>
    </div>
  );
}
