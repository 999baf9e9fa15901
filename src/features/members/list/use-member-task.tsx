import { useQueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { askForPlan } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import type { Standing } from "@/features/members/model/member-rules";
import { type MemberTask, planMembers, taskLabel } from "./plan-member-changes";

const NOTES: Readonly<Record<MemberTask["kind"], string>> = {
  level: "What somebody is in effect is the higher of this and what the organisation gives.",
  remove:
    "What the organisation gives them stays. An undo adds them again with the level they had; the day they joined is then that day.",
  "clean-up":
    "The organisation gives each of them as much, so nobody loses anything now. Should their level in the organisation fall later, no explicit one holds them.",
};

/** Shows what a task comes to for each of these members; nothing is sent before that is agreed to. */
export function useMemberTask(standing: Standing) {
  const api = useApi();
  const queries = useQueryClient();
  return (members: readonly ExplicitMember[], task: MemberTask) => {
    const writes = planMembers(members, task, standing);
    const sent = writes.filter(({ kind }) => kind === "change" || kind === "remove").length;
    askForPlan(queries, api, { label: taskLabel(task, sent), writes, note: NOTES[task.kind] });
  };
}
