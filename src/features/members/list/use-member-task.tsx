import { useQueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import type { CurrentPermissions } from "@/features/members/model/member-rules";
import { type MemberTask, memberTaskLabel, planMemberChanges } from "./plan-member-changes";

const TASK_NOTES: Readonly<Record<MemberTask["kind"], string>> = {
  level: "What somebody is in effect is the higher of this and what the organisation gives.",
  remove:
    "What the organisation gives them stays. An undo adds them again with the level they had; the day they joined is then that day.",
  "clean-up":
    "The organisation gives each of them as much, so nobody loses anything now. Should their level in the organisation fall later, no explicit one holds them.",
};

/** Shows what a task comes to for each of these members; nothing is sent before that is agreed to. */
export function useMemberTask(permissions: CurrentPermissions) {
  const api = useApi();
  const queryClient = useQueryClient();
  return (members: readonly ExplicitMember[], task: MemberTask) => {
    const changes = planMemberChanges(members, task, permissions);
    const sendableCount = changes.filter(({ kind }) => kind === "change" || kind === "remove").length;
    openBulkPreview(queryClient, api, {
      label: memberTaskLabel(task, sendableCount),
      changes,
      note: TASK_NOTES[task.kind],
    });
  };
}
