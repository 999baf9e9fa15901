import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { type ExportChange, watchPendingExports } from "@/data/exports/export-polling";
import { exportName } from "@/features/exports/model/export-rules";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { toasts } from "@/ui/feedback/toasts";

/**
 * Polls pending exports while mounted, and shows toasts for their outcomes. Outcomes of the same
 * kind that arrive together share a toast.
 * @returns a prefix for the tab title, such as "2 ready", until the user returns to the page. Null
 * without new outcomes.
 */
export function useExportPolling(): string | null {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [unseenChanges, setUnseenChanges] = useState<readonly ExportChange[]>([]);

  const handleChanges = useEffectEvent((changes: readonly ExportChange[]) => {
    setUnseenChanges((previous) => [...previous, ...changes]);
    for (const kind of ["ready", "failed", "gone"] as const) {
      const sameKind = changes.filter((change) => change.kind === kind);
      const [first] = sameKind;
      if (first === undefined) continue;
      const { id } = first.record;
      toasts.show({
        tone: kind === "ready" ? "positive" : "danger",
        title: exportChangeTitle(kind, sameKind),
        ...(kind === "failed" && sameKind.length === 1 && { detail: first.record.exception ?? "" }),
        ...(kind === "gone" && {
          detail:
            sameKind.length === 1 ? "It was deleted or has expired." : "They were deleted or have expired.",
        }),
        ...(kind !== "gone" &&
          sameKind.length === 1 && {
            action: { label: "Open", onSelect: () => void navigate(paths.export(api.projectId, id)) },
          }),
      });
    }
  });
  useEffect(
    () => watchPendingExports(queryClient, api, (changes) => handleChanges(changes)),
    [queryClient, api],
  );
  useOnUserReturn(unseenChanges.length > 0, () => setUnseenChanges([]));

  return tabTitlePrefix(unseenChanges);
}

/**
 * While `isWaiting`, calls `onReturn` when the user focuses the window, or presses a pointer button
 * or a key.
 */
function useOnUserReturn(isWaiting: boolean, onReturn: () => void): void {
  const handleReturn = useEffectEvent(onReturn);
  useEffect(() => {
    if (!isWaiting) return;
    const activityEvents = ["focus", "pointerdown", "keydown"] as const;
    const handleActivity = () => handleReturn();
    for (const eventName of activityEvents) window.addEventListener(eventName, handleActivity);
    return () => {
      for (const eventName of activityEvents) window.removeEventListener(eventName, handleActivity);
    };
  }, [isWaiting]);
}

/**
 * Returns the title of the toast for changes of the same kind.
 * @param changes at least one
 */
function exportChangeTitle(kind: ExportChange["kind"], changes: readonly ExportChange[]): string {
  const [first] = changes;
  const isSingle = changes.length === 1 && first !== undefined;
  const subject = isSingle
    ? `“${exportName(first.record).text}”`
    : pluralize(changes.length, "export", "exports");
  if (kind === "ready") return `${subject} ${isSingle ? "is" : "are"} ready`;
  return kind === "failed"
    ? `${subject} failed`
    : `${subject} ${isSingle ? "no longer exists" : "no longer exist"}`;
}

/** Formats a prefix such as "2 ready, 1 failed". Null if no export is ready or has failed. */
function tabTitlePrefix(changes: readonly Pick<ExportChange, "kind">[]): string | null {
  const count = (kind: ExportChange["kind"]) => changes.filter((change) => change.kind === kind).length;
  const parts = (["ready", "failed"] as const).flatMap((kind) =>
    count(kind) === 0 ? [] : [`${count(kind)} ${kind}`],
  );
  return parts.length === 0 ? null : parts.join(", ");
}
