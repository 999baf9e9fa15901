import { useQueryClient } from "@tanstack/react-query";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { useProjectAccess } from "@/data/members/access-controls";
import type { CurrentPermissions } from "@/features/members/model/member-rules";
import type { ListedPerson } from "./listed-people";
import { type MemberTask, memberTaskLabel, memberTaskNote } from "./member-task-messages";
import { planMemberChanges } from "./plan-member-changes";

/**
 * Returns a function that opens the preview of a bulk action. Nothing is sent until the user
 * confirms.
 */
export function useMemberTask(permissions: CurrentPermissions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const hasAccessControls = useProjectAccess() !== undefined;
  return (members: readonly ListedPerson[], task: MemberTask) => {
    const changes = planMemberChanges(members, task, permissions);
    const sendableCount = changes.filter(({ kind }) => kind !== "impossible" && kind !== "nothing").length;
    openBulkPreview(queryClient, api, {
      label: memberTaskLabel(task, sendableCount),
      changes,
      note: memberTaskNote(task, hasAccessControls),
    });
  };
}
