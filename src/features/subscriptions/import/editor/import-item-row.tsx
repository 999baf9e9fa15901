import { Group, VisuallyHidden } from "@mantine/core";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import type { ImportItem } from "@/features/subscriptions/import/model/import-item";
import { describeImportItem } from "@/features/subscriptions/import/model/import-labels";
import { WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import type { ReviewedField } from "@/ui/virtual-list/change-review";
import classes from "./import.module.css";

interface ImportItemRowProps {
  readonly item: ImportItem;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

export function ImportItemRow({ item, isSelected, onSelect }: ImportItemRowProps) {
  const { names } = useSourceNames();
  const { fields, warning } = describeImportItem(item, useSendingRules(), names);
  return (
    <div className={shared.step}>
      <label className={shared.checkbox}>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={item.isBlocked}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <span className={shared.name}>{item.name}</span>
      </label>
      {item.line !== null && (
        <Group
          component="span"
          className={shared.numeric}
          h="var(--ui-target)"
          c="var(--ui-text-faint)"
          fz="xs"
        >
          {`line ${item.line}`}
        </Group>
      )}
      <div className={shared.details}>
        {fields.map((field) => (
          <ItemField key={field.label} field={field} isNew={item.kind === "new"} />
        ))}
        {item.isBlocked && <ItemWarning message="Won't be imported because of an error listed above." />}
        {item.warnings.map((message) => (
          <ItemWarning key={message} message={message} />
        ))}
        {warning !== undefined && <p className={shared.dim}>{warning}</p>}
      </div>
    </div>
  );
}

function ItemWarning({ message }: { readonly message: string }) {
  return (
    <p className={shared.warning}>
      <WarningIcon size={14} />
      <span>{message}</span>
    </p>
  );
}

function ItemField({ field, isNew }: { readonly field: ReviewedField; readonly isNew: boolean }) {
  return (
    <p className={classes.change}>
      <span className={shared.dim}>{field.label}</span>
      <Group component="span" gap="0 8px" className={`${shared.preWrap} ${classes.values}`}>
        {"before" in field ? (
          <>
            {!isNew && (
              <>
                <del>{field.before}</del>
                <span aria-hidden="true">→</span>
                <VisuallyHidden>becomes </VisuallyHidden>
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
              <span className={shared.dim}>{`${field.unchangedCount} unchanged`}</span>
            )}
          </>
        )}
      </Group>
    </p>
  );
}
