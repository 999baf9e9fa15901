import type { PlanDiff } from "@/features/subscriptions/edit-file/model/edit-diff";
import type { PlanHeader } from "@/features/subscriptions/edit-file/model/edit-file-format";
import { plural } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./edit-file.module.css";

interface PlanNotesProps {
  readonly diff: PlanDiff;
  readonly header: PlanHeader | null;
  readonly asNew: boolean;
  readonly isComplete: boolean;
}

/** What a person has to know of the comparison as a whole; nothing where there is nothing. */
export function PlanNotes(props: PlanNotesProps) {
  const notes = notesOf(props);
  if (notes.length === 0) return null;
  return (
    <Notice tone="info">
      <ul className={classes.notes}>
        {notes.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Notice>
  );
}

function notesOf({ diff, header, asNew, isComplete }: PlanNotesProps): readonly string[] {
  const { changedElsewhere, notLoaded, madeLater, unmarked } = diff;
  const missing = diff.items.filter(({ kind }) => kind === "missing").length;
  return [
    asNew ? "Every delivery of the file is made anew: its numbers are not used." : null,
    isComplete || asNew
      ? null
      : `Not everything is loaded: ${plural(notLoaded, "delivery", "deliveries")} of the file could not be compared, and none is offered to be deleted.`,
    missing > 0
      ? `${plural(missing, "delivery is", "deliveries are")} not in the file. Nothing is deleted unless you tick it.`
      : null,
    !asNew && header?.scope === "selection"
      ? "The file holds a selection: deliveries that are not in it are left alone."
      : null,
    changedElsewhere > 0
      ? `${plural(changedElsewhere, "delivery was", "deliveries were")} changed on the server since the file was made, and not in the file: left alone.`
      : null,
    madeLater > 0
      ? `${plural(madeLater, "delivery was", "deliveries were")} made since the file was: left alone.`
      : null,
    unmarked > 0
      ? `${plural(unmarked, "delivery has", "deliveries have")} no “_was”: whether somebody else has changed the same meanwhile cannot be told.`
      : null,
  ].filter((words) => words !== null);
}
