import { HiddenText } from "@/ui/primitives/hidden-text";
import { Status, type StatusTone } from "@/ui/primitives/status";
import classes from "./change-review.module.css";
import { LongList } from "./virtual-list-scroll";

/** One field of a record before and after. */
export type ReviewedField =
  | { readonly label: string; readonly before: string; readonly after: string }
  | {
      readonly label: string;
      readonly removed: readonly string[];
      readonly added: readonly string[];
      /** Items that stay as they are. */
      readonly kept: number;
    };

/** What happens to one record. */
export interface ReviewedChange {
  readonly name: string;
  readonly status?: { readonly tone: StatusTone; readonly label: string };
  readonly fields: readonly ReviewedField[];
  /** Why, or what has to be known. */
  readonly note?: string | undefined;
  /** What goes out and cannot be called back. */
  readonly warning?: string | undefined;
}

interface ChangeReviewProps {
  /** The accessible name of the list. */
  readonly label: string;
  readonly count: number;
  /** Asked for what is near the window only. */
  readonly change: (place: number) => ReviewedChange;
  readonly className?: string | undefined;
}

/** About two lines and their edges, in pixels. */
const PITCH = 65;

/** What happens to each of many records, before and after. */
export function ChangeReview({ label, count, change, className }: ChangeReviewProps) {
  return (
    <LongList
      label={label}
      count={count}
      pitch={PITCH}
      className={className}
      renderItem={(place) => <ChangeRow change={change(place)} />}
    />
  );
}

/** One record with its fields before and after. */
export function ChangeRow({ change }: { readonly change: ReviewedChange }) {
  const { name, status, fields, note, warning } = change;
  return (
    <div className={classes.row}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        {status && (
          <span className={classes.state}>
            <Status {...status} />
          </span>
        )}
      </div>
      {fields.map((field) => (
        <p key={field.label} className={classes.field}>
          <span className={classes.label}>{field.label}:</span> <Values field={field} />
        </p>
      ))}
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {warning !== undefined && (
        <p className={classes.note} data-tone="warning">
          {warning}
        </p>
      )}
    </div>
  );
}

function Values({ field }: { readonly field: ReviewedField }) {
  if ("before" in field) {
    return (
      <>
        <span className={classes.before}>{field.before}</span>{" "}
        <span className={classes.arrow} aria-hidden="true">
          →
        </span>
        <HiddenText>becomes </HiddenText>
        <span>{field.after}</span>
      </>
    );
  }
  return (
    <>
      {field.removed.map((item) => (
        <Part key={`- ${item}`} tone="removed" sign="−" word="Removed" item={item} />
      ))}
      {field.added.map((item) => (
        <Part key={`+ ${item}`} tone="added" sign="+" word="Added" item={item} />
      ))}
      {field.kept > 0 && <span className={classes.label}>{`${field.kept} more stay`}</span>}
    </>
  );
}

interface PartProps {
  readonly tone: "added" | "removed";
  readonly sign: string;
  readonly word: string;
  readonly item: string;
}

function Part({ tone, sign, word, item }: PartProps) {
  return (
    <span className={classes.part} data-tone={tone}>
      <span aria-hidden="true">{sign} </span>
      <HiddenText>{word}: </HiddenText>
      {item}
    </span>
  );
}
