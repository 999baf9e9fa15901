import type { PlanItem } from "@/features/subscriptions/edit-file/model/edit-item";
import { shownItem } from "@/features/subscriptions/edit-file/model/edit-labels";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { WarningIcon } from "@/ui/theme/icons";
import type { ReviewedField } from "@/ui/virtual-list/change-review";
import classes from "./edit-file-review.module.css";

interface PlanItemRowProps {
  readonly item: PlanItem;
  readonly isTicked: boolean;
  readonly onTick: (ticked: boolean) => void;
}

/** One delivery of the plan: what becomes of it, and whether it is applied. */
export function PlanItemRow({ item, isTicked, onTick }: PlanItemRowProps) {
  const { fields, warning } = shownItem(item);
  return (
    <div className={classes.item} data-blocked={item.isBlocked || undefined}>
      <label className={classes.name}>
        <input
          type="checkbox"
          checked={isTicked}
          disabled={item.isBlocked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <span className={classes.nameText}>{item.name}</span>
      </label>
      {item.line !== null && <span className={classes.line}>{`line ${item.line}`}</span>}
      <div className={classes.lines}>
        {fields.map((field) => (
          <Field key={field.label} field={field} isNew={item.kind === "new"} />
        ))}
        {item.isBlocked && <Caution words="It has a mistake and is not applied. See above." />}
        {item.cautions.map((words) => (
          <Caution key={words} words={words} />
        ))}
        {warning !== undefined && <p className={classes.sends}>{warning}</p>}
      </div>
    </div>
  );
}

function Caution({ words }: { readonly words: string }) {
  return (
    <p className={classes.caution}>
      <WarningIcon size={14} />
      <span>{words}</span>
    </p>
  );
}

function Field({ field, isNew }: { readonly field: ReviewedField; readonly isNew: boolean }) {
  return (
    <p className={classes.change}>
      <span className={classes.label}>{field.label}</span>
      <span className={classes.values}>
        {"before" in field ? (
          <>
            {!isNew && (
              <>
                <del>{field.before}</del>
                <span aria-hidden="true">→</span>
                <HiddenText>becomes </HiddenText>
              </>
            )}
            <ins>{field.after}</ins>
          </>
        ) : (
          <>
            {field.removed.map((item) => (
              <del key={item}>{`− ${item}`}</del>
            ))}
            {field.added.map((item) => (
              <ins key={item}>{`+ ${item}`}</ins>
            ))}
            {field.kept > 0 && <span className={classes.label}>{`${field.kept} more stay`}</span>}
          </>
        )}
      </span>
    </p>
  );
}
