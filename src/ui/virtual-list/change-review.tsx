import { VisuallyHidden } from "@mantine/core";
import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Status, type StatusTone } from "@/ui/primitives/status";
import classes from "./change-review.module.css";
import { useItemOptions, VirtualItems } from "./virtual-list";

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

/**
 * Lists changes in a scrollable box. Change the `key` when the changes are others, because measured heights are stored
 * by index.
 */
export function ChangeReview({ label, count, getChange, className = "" }: ChangeReviewProps) {
  const box = useRef<HTMLElement>(null);
  const { options, onFocus, onBlur } = useItemOptions(count, ESTIMATED_ITEM_HEIGHT);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    ...options,
    getScrollElement: () => box.current,
    // A box without a layout renders as many items as fit into a screen.
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) => onRect(rect.height > 0 ? rect : { width: 800, height: 800 })),
  });
  return (
    <section
      ref={box}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
      tabIndex={0}
      className={`${classes.box} ${className}`}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <VirtualItems virtualizer={virtualizer}>
        {(index) => <ChangeRow change={getChange(index)} />}
      </VirtualItems>
    </section>
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
        <span key={`- ${item}`} className={classes.changedItem} data-tone="removed">
          <span aria-hidden="true">− </span>
          <VisuallyHidden>Removed: </VisuallyHidden>
          {item}
        </span>
      ))}
      {field.added.map((item) => (
        <span key={`+ ${item}`} className={classes.changedItem} data-tone="added">
          <span aria-hidden="true">+ </span>
          <VisuallyHidden>Added: </VisuallyHidden>
          {item}
        </span>
      ))}
      {field.unchangedCount > 0 && (
        <span className={classes.label}>{`${field.unchangedCount} unchanged`}</span>
      )}
    </>
  );
}
