import type { ExportChange } from "@/data/exports/export-polling";
import { exportName } from "@/features/exports/model/export-rules";
import { pluralize } from "@/lib/text/numbers";

/**
 * Returns the title of the toast for changes of the same kind.
 * @param changes at least one
 */
export function exportChangeTitle(kind: ExportChange["kind"], changes: readonly ExportChange[]): string {
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
export function tabTitlePrefix(changes: readonly Pick<ExportChange, "kind">[]): string | null {
  const count = (kind: ExportChange["kind"]) => changes.filter((change) => change.kind === kind).length;
  const parts = (["ready", "failed"] as const).flatMap((kind) =>
    count(kind) === 0 ? [] : [`${count(kind)} ${kind}`],
  );
  return parts.length === 0 ? null : parts.join(", ");
}
