import { Box, Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { OUTDATED_LIST_MESSAGE } from "@/data/subscriptions/subscriptions";
import type { ImportDiff, LocatedIssue } from "@/features/subscriptions/import/model/import-diff";
import type { ImportItem, ImportKind } from "@/features/subscriptions/import/model/import-fields";
import type { ImportFileHeader } from "@/features/subscriptions/import/model/import-file-format";
import {
  describeImportItem,
  IMPORT_KINDS,
  type ImportSelection,
  importKindHeading,
  isItemSelected,
  selectItems,
} from "@/features/subscriptions/import/model/import-labels";
import { linesAround } from "@/lib/file/line-index";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { Section } from "@/ui/primitives/section";
import { SourceLines } from "@/ui/primitives/source-lines";
import { ErrorIcon, WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { type ReviewedField, VirtualListWindow } from "@/ui/virtual-list/virtual-list";
import classes from "./import.module.css";

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

interface ImportItemRowProps {
  readonly item: ImportItem;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

function ImportItemRow({ item, isSelected, onSelect }: ImportItemRowProps) {
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

interface ImportFileIssuesProps {
  readonly text: string;
  readonly issues: readonly LocatedIssue[];
  /** Selects the pasted text from the offset to the end of the line. Undefined for a file. */
  readonly onEditText?: ((offset: number) => void) | undefined;
}

export function ImportIssues({ text, issues, onEditText }: ImportFileIssuesProps) {
  if (issues.length === 0) return null;
  const errorCount = issues.filter(({ tone }) => tone === "error").length;
  const warningCount = issues.length - errorCount;
  const titleParts = [
    errorCount > 0 ? pluralize(errorCount, "error", "errors") : null,
    warningCount > 0 ? pluralize(warningCount, "warning", "warnings") : null,
  ];
  return (
    <Section title={titleParts.filter((part) => part !== null).join(", ")}>
      {errorCount > 0 && (
        <Text mb="xs" c="dimmed" fz="sm">
          Subscriptions with errors aren't imported.{" "}
          {onEditText
            ? "Correct the text and review the changes again."
            : "Correct the file and choose it again."}
        </Text>
      )}
      <VirtualListWindow
        label="Errors and warnings"
        items={issues}
        getItemKey={(issue) => `${issue.offset} ${issue.message}`}
        estimatedItemHeight={ROW_HEIGHT}
      >
        {(issue) => <IssueRow text={text} issue={issue} onEditText={onEditText} />}
      </VirtualListWindow>
    </Section>
  );
}

const ROW_HEIGHT = 36;

interface IssueRowProps {
  readonly text: string;
  readonly issue: LocatedIssue;
  readonly onEditText: ((offset: number) => void) | undefined;
}

function IssueRow({ text, issue, onEditText }: IssueRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { tone, line, column, offset, message } = issue;
  return (
    <Text component="div" py={2} fz="sm">
      <Group gap="4px 8px" wrap="nowrap" align="flex-start">
        <Box component="span" pt={7} c={tone === "error" ? "var(--ui-danger)" : "var(--ui-warning)"}>
          {tone === "error" ? <ErrorIcon size={14} /> : <WarningIcon size={14} />}
        </Box>
        <Box component="p" className={shared.anywhere} flex={1} miw={0} pt={4}>
          <Box component="span" className={shared.count} me={4}>
            {`Line ${line}, column ${column}`}
          </Box>{" "}
          {message}
        </Box>
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Hide" : "Show"} line ${line}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide" : "Show"}
        </Button>
        {onEditText && (
          <Button variant="subtle" aria-label={`Edit line ${line}`} onClick={() => onEditText(offset)}>
            Edit
          </Button>
        )}
      </Group>
      {isOpen && (
        <SourceLines label={`Around line ${line}`} lines={linesAround(text, offset, line, EXCERPT_LENGTH)} />
      )}
    </Text>
  );
}

const EXCERPT_LENGTH = 3;

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
