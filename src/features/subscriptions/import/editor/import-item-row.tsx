import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import type { ImportItem } from "@/features/subscriptions/import/model/import-item";
import { describeImportItem } from "@/features/subscriptions/import/model/import-labels";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { WarningIcon } from "@/ui/theme/icons";
import type { ReviewedField } from "@/ui/virtual-list/change-review";
import classes from "./import-review.module.css";

interface ImportItemRowProps {
  readonly item: ImportItem;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

export function ImportItemRow({ item, isSelected, onSelect }: ImportItemRowProps) {
  const { names } = useSourceNames();
  const { fields, warning } = describeImportItem(item, useSendingRules(), names);
  return (
    <div className={classes.item} data-blocked={item.isBlocked || undefined}>
      <label className={classes.name}>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={item.isBlocked}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <span className={classes.nameText}>{item.name}</span>
      </label>
      {item.line !== null && <span className={classes.line}>{`line ${item.line}`}</span>}
      <div className={classes.lines}>
        {fields.map((field) => (
          <ItemField key={field.label} field={field} isNew={item.kind === "new"} />
        ))}
        {item.isBlocked && <ItemWarning message="Won't be imported because of an error listed above." />}
        {item.warnings.map((message) => (
          <ItemWarning key={message} message={message} />
        ))}
        {warning !== undefined && <p className={classes.sends}>{warning}</p>}
      </div>
    </div>
  );
}

function ItemWarning({ message }: { readonly message: string }) {
  return (
    <p className={classes.warning}>
      <WarningIcon size={14} />
      <span>{message}</span>
    </p>
  );
}

function ItemField({ field, isNew }: { readonly field: ReviewedField; readonly isNew: boolean }) {
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
            {field.unchangedCount > 0 && (
              <span className={classes.label}>{`${field.unchangedCount} unchanged`}</span>
            )}
          </>
        )}
      </span>
    </p>
  );
}
