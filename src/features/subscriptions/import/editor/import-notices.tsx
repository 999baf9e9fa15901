import { Stack } from "@mantine/core";
import { OUTDATED_LIST_MESSAGE } from "@/data/subscriptions/subscription-collections";
import type { ImportDiff } from "@/features/subscriptions/import/model/import-diff";
import type { ImportFileHeader } from "@/features/subscriptions/import/model/import-file-format";
import { pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";

interface ImportNoticesProps {
  readonly diff: ImportDiff;
  readonly header: ImportFileHeader | null;
  readonly isCreateOnly: boolean;
  readonly isComplete: boolean;
  /** Whether the list of active subscriptions or Trash may lack subscriptions. */
  readonly isOutdated: boolean;
}

export function ImportNotices(props: ImportNoticesProps) {
  const notices = collectNotices(props);
  if (notices.length === 0) return null;
  return (
    <Notice tone="info">
      <Stack component="ul" gap={4} ps={18}>
        {notices.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </Stack>
    </Notice>
  );
}

function collectNotices({
  diff,
  header,
  isCreateOnly,
  isComplete,
  isOutdated,
}: ImportNoticesProps): readonly string[] {
  const { changedElsewhere, notLoaded, createdLater, withoutFingerprint } = diff;
  const missing = diff.items.filter(({ kind }) => kind === "missing").length;
  return [
    isCreateOnly ? "All subscriptions in the file are created as new ones, without their IDs." : null,
    isComplete || isCreateOnly
      ? null
      : `${isOutdated ? OUTDATED_LIST_MESSAGE : "Not all subscriptions are loaded."} ${notLoaded > 0 ? `${pluralize(notLoaded, "subscription", "subscriptions")} in the file couldn't be compared, and no` : "No"} subscriptions are offered for deletion.`,
    missing > 0
      ? `${pluralize(missing, "subscription is", "subscriptions are")} not in the file. Nothing is deleted unless you select it.`
      : null,
    !isCreateOnly && header?.scope === "selection"
      ? "The file contains only selected subscriptions. Other subscriptions aren't changed."
      : null,
    changedElsewhere > 0
      ? `${pluralize(changedElsewhere, "subscription was", "subscriptions were")} changed on the server since the download, but not in the file. The server's values are kept.`
      : null,
    createdLater > 0
      ? `${pluralize(createdLater, "subscription was", "subscriptions were")} created after the download and won't be changed.`
      : null,
    withoutFingerprint > 0
      ? `${pluralize(withoutFingerprint, "subscription has", "subscriptions have")} no “_was”, so changes by others can't be detected.`
      : null,
  ].filter((message) => message !== null);
}
