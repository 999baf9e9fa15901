import { VisuallyHidden } from "@mantine/core";
import { Status, type StatusTone } from "@/ui/primitives/status";
import classes from "./change-review.module.css";
import { VirtualListScroll } from "./virtual-list";

export type ReviewedField =
  | { readonly label: string; readonly before: string; readonly after: string }
  | {
      readonly label: string;
      readonly removed: readonly string[];
      readonly added: readonly string[];
      readonly unchangedCount: number;
    };

export interface ReviewedChange {
  readonly name: string;
  /** Second line, which tells the item from others of the same name. */
  readonly detail?: string | undefined;
  readonly status?: { readonly tone: StatusTone; readonly label: string };
  readonly fields: readonly ReviewedField[];
  readonly note?: string | undefined;
  /** Side effects that can't be undone. */
  readonly warning?: string | undefined;
}

interface ChangeReviewProps {
  readonly label: string;
  readonly count: number;
  /** Returns the change of an item. Called only for items near the viewport. */
  readonly getChange: (index: number) => ReviewedChange;
  readonly className?: string | undefined;
}

/** In px, about two lines. */
const ESTIMATED_ITEM_HEIGHT = 65;

export function ChangeReview({ label, count, getChange, className }: ChangeReviewProps) {
  return (
    <VirtualListScroll
      label={label}
      count={count}
      estimatedItemHeight={ESTIMATED_ITEM_HEIGHT}
      className={className}
      renderItem={(index) => <ChangeRow change={getChange(index)} />}
    />
  );
}

function ChangeRow({ change }: { readonly change: ReviewedChange }) {
  const { name, detail, status, fields, note, warning } = change;
  return (
    <div className={classes.row}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        {status && (
          <span className={classes.status}>
            <Status {...status} />
          </span>
        )}
      </div>
      {detail !== undefined && <p className={classes.detail}>{detail}</p>}
      {fields.map((field) => (
        <p key={field.label} className={classes.field}>
          <span className={classes.label}>{field.label}:</span> <FieldValues field={field} />
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

function FieldValues({ field }: { readonly field: ReviewedField }) {
  if ("before" in field) {
    return (
      <>
        <span className={classes.before}>{field.before}</span>{" "}
        <span className={classes.arrow} aria-hidden="true">
          →
        </span>
        <VisuallyHidden>becomes </VisuallyHidden>
        <span>{field.after}</span>
      </>
    );
  }
  return (
    <>
      {field.removed.map((item) => (
        <ChangedItem key={`- ${item}`} tone="removed" sign="−" label="Removed" item={item} />
      ))}
      {field.added.map((item) => (
        <ChangedItem key={`+ ${item}`} tone="added" sign="+" label="Added" item={item} />
      ))}
      {field.unchangedCount > 0 && (
        <span className={classes.label}>{`${field.unchangedCount} unchanged`}</span>
      )}
    </>
  );
}

interface ChangedItemProps {
  readonly tone: "added" | "removed";
  readonly sign: string;
  readonly label: string;
  readonly item: string;
}

function ChangedItem({ tone, sign, label, item }: ChangedItemProps) {
  return (
    <span className={classes.changedItem} data-tone={tone}>
      <span aria-hidden="true">{sign} </span>
      <VisuallyHidden>{label}: </VisuallyHidden>
      {item}
    </span>
  );
}
