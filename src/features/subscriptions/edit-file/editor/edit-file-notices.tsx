import type { EditDiff } from "@/features/subscriptions/edit-file/model/edit-diff";
import type { EditFileHeader } from "@/features/subscriptions/edit-file/model/edit-file-format";
import { pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./edit-file.module.css";

interface ImportNoticesProps {
  readonly diff: EditDiff;
  readonly header: EditFileHeader | null;
  readonly isCreateOnly: boolean;
  readonly isComplete: boolean;
}

/** What a person has to know of the comparison as a whole; nothing where there is nothing. */
export function ImportNotices(props: ImportNoticesProps) {
  const notices = collectNotices(props);
  if (notices.length === 0) return null;
  return (
    <Notice tone="info">
      <ul className={classes.notes}>
        {notices.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}

function collectNotices({ diff, header, isCreateOnly, isComplete }: ImportNoticesProps): readonly string[] {
  const { changedElsewhere, notLoaded, createdLater, withoutFingerprint } = diff;
  const missing = diff.items.filter(({ kind }) => kind === "missing").length;
  return [
    isCreateOnly ? "Every delivery of the file is made anew: its numbers are not used." : null,
    isComplete || isCreateOnly
      ? null
      : `Not everything is loaded: ${pluralize(notLoaded, "delivery", "deliveries")} of the file could not be compared, and none is offered to be deleted.`,
    missing > 0
      ? `${pluralize(missing, "delivery is", "deliveries are")} not in the file. Nothing is deleted unless you tick it.`
      : null,
    !isCreateOnly && header?.scope === "selection"
      ? "The file holds a selection: deliveries that are not in it are left alone."
      : null,
    changedElsewhere > 0
      ? `${pluralize(changedElsewhere, "delivery was", "deliveries were")} changed on the server since the file was made, and not in the file: left alone.`
      : null,
    createdLater > 0
      ? `${pluralize(createdLater, "delivery was", "deliveries were")} made since the file was: left alone.`
      : null,
    withoutFingerprint > 0
      ? `${pluralize(withoutFingerprint, "delivery has", "deliveries have")} no “_was”: whether somebody else has changed the same meanwhile cannot be told.`
      : null,
  ].filter((message) => message !== null);
}
