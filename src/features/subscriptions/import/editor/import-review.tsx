import { Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { ImportItem, ImportKind } from "@/features/subscriptions/import/model/import-item";
import { importKindHeading } from "@/features/subscriptions/import/model/import-labels";
import {
  IMPORT_KINDS,
  type ImportSelection,
  isItemSelected,
  selectItems,
} from "@/features/subscriptions/import/model/import-selection";
import { formatCount } from "@/lib/text/numbers";
import shared from "@/ui/theme/shared.module.css";
import { VirtualListWindow } from "@/ui/virtual-list/virtual-list";
import { ImportItemRow } from "./import-item-row";

interface ImportReviewProps {
  readonly items: readonly ImportItem[];
  readonly selection: ImportSelection;
  readonly onSelectionChange: (selection: ImportSelection) => void;
}

export function ImportReview({ items, selection, onSelectionChange }: ImportReviewProps) {
  return IMPORT_KINDS.map((kind) => {
    const group = items.filter((item) => item.kind === kind);
    if (group.length === 0) return null;
    return (
      <section key={kind} className={shared.card} aria-label={importKindHeading(kind)}>
        <KindHeader kind={kind} items={group} selection={selection} onSelectionChange={onSelectionChange} />
        <VirtualListWindow
          label={importKindHeading(kind)}
          items={group}
          getItemKey={({ key }) => key}
          estimatedItemHeight={ITEM_HEIGHT}
        >
          {(item) => (
            <ImportItemRow
              item={item}
              isSelected={isItemSelected(item, selection)}
              onSelect={(selectedCount) => onSelectionChange(selectItems(selection, [item], selectedCount))}
            />
          )}
        </VirtualListWindow>
      </section>
    );
  });
}

/** In px, for an item with two changed fields. */
const ITEM_HEIGHT = 84;

interface KindHeaderProps extends ImportReviewProps {
  readonly kind: ImportKind;
}

function KindHeader({ kind, items, selection, onSelectionChange }: KindHeaderProps) {
  const checkboxRef = useRef<HTMLInputElement>(null);
  const selectableItems = items.filter(({ isBlocked }) => !isBlocked);
  const selectedCount = selectableItems.filter((item) => isItemSelected(item, selection)).length;
  const isAllSelected = selectedCount > 0 && selectedCount === selectableItems.length;
  useEffect(() => {
    if (checkboxRef.current) checkboxRef.current.indeterminate = selectedCount > 0 && !isAllSelected;
  }, [selectedCount, isAllSelected]);
  return (
    <Group component="h2" gap="2px 16px" mih={44} p="6px 16px" fz="md">
      <label className={shared.checkbox}>
        <input
          ref={checkboxRef}
          type="checkbox"
          checked={isAllSelected}
          disabled={selectableItems.length === 0}
          onChange={() => onSelectionChange(selectItems(selection, selectableItems, !isAllSelected))}
        />
        {importKindHeading(kind)}
        <span className={shared.count}>{formatCount(items.length)}</span>
      </label>
      {kind === "missing" && (
        <span className={shared.stepHint}>
          On the server, but not in the file. Select the ones to move to Trash.
        </span>
      )}
    </Group>
  );
}
