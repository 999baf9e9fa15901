import { useQueryClient } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import type { CurrentPermissions } from "@/features/members/model/member-rules";
import { type MemberTask, memberTaskLabel, planMemberChanges } from "./plan-member-changes";

const TASK_NOTES: Readonly<Record<MemberTask["kind"], string>> = {
  level: "The effective level is the higher of this and the organization level.",
  remove: "Organization access remains. Undo adds members again with their old level and a new join date.",
  "clean-up": "No one loses access now. If someone's organization level drops later, their access drops too.",
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
