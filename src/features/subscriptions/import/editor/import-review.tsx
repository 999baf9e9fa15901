import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { describeChange } from "@/data/bulk/change-messages";
import { type SendingRules, useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { fieldLabel, formatRawValue } from "@/data/changes/change-labels";
import { OUTDATED_LIST_MESSAGE } from "@/data/subscriptions/subscriptions";
import type { ImportDiff, LocatedIssue } from "@/features/subscriptions/import/model/import-diff";
import type { ImportItem, ImportKind } from "@/features/subscriptions/import/model/import-draft";
import type { ImportFileHeader } from "@/features/subscriptions/import/model/import-file-format";
import { linesAround } from "@/lib/file/line-index";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { Section } from "@/ui/primitives/section";
import { SourceLines } from "@/ui/primitives/source-lines";
import { ErrorIcon, WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { ListCard, SelectableRow, WarningText } from "@/ui/virtual-list/list-card";
import { FieldChange, type ReviewedChange, VirtualListWindow } from "@/ui/virtual-list/virtual-list";

/** Items that the user has selected or deselected, by key. Other items have their default. */
export type ImportSelection = ReadonlyMap<string, boolean>;

/** Whether an item is selected. By default, missing subscriptions and items with warnings aren't. */
export function isItemSelected(item: ImportItem, selection: ImportSelection): boolean {
  if (item.isBlocked) return false;
  return selection.get(item.key) ?? (item.kind !== "missing" && item.warnings.length === 0);
}

const KIND_TITLES: readonly (readonly [kind: ImportKind, title: string, hint?: string])[] = [
  ["new", "New"],
  ["changed", "Changed"],
  ["restored", "Restored from Trash"],
  ["deleted", "Deleted"],
  ["missing", "Not in the file", "On the server, but not in the file. Select the ones to move to Trash."],
];

interface ImportReviewProps {
  readonly items: readonly ImportItem[];
  readonly selection: ImportSelection;
  readonly onSelectionChange: (selection: ImportSelection) => void;
}

export function ImportReview({ items, selection, onSelectionChange }: ImportReviewProps) {
  const isSelected = (item: ImportItem) => (item.isBlocked ? null : isItemSelected(item, selection));
  const onSelect = (selected: readonly ImportItem[], isOn: boolean) =>
    onSelectionChange(new Map([...selection, ...selected.map(({ key }) => [key, isOn] as const)]));
  return KIND_TITLES.map(([kind, title, hint]) => (
    <ListCard
      key={kind}
      title={title}
      hint={hint}
      items={items.filter((item) => item.kind === kind)}
      getItemKey={({ key }) => key}
      estimatedItemHeight={ITEM_HEIGHT}
      selection={{ isSelected, onSelect }}
    >
      {(item) => (
        <ImportItemRow
          item={item}
          isSelected={isSelected(item)}
          onSelect={(isOn) => onSelect([item], isOn)}
        />
      )}
    </ListCard>
  ));
}

/** In px, for an item with two changed fields. */
const ITEM_HEIGHT = 84;

interface ImportItemRowProps {
  readonly item: ImportItem;
  readonly isSelected: boolean | null;
  readonly onSelect: (isSelected: boolean) => void;
}

function ImportItemRow({ item, isSelected, onSelect }: ImportItemRowProps) {
  const { fields, warning } = describeItem(item, useSendingRules(), useSourceNames().names);
  return (
    <SelectableRow
      name={item.name}
      isSelected={isSelected}
      onSelect={onSelect}
      aside={
        item.line !== null && (
          <Group className={shared.numeric} h="var(--ui-target)" c="var(--ui-text-faint)" fz="xs">
            {`line ${item.line}`}
          </Group>
        )
      }
    >
      {fields.map((field) => (
        <FieldChange
          key={field.label}
          {...field}
          {...(item.kind === "new" && "after" in field && { before: null })}
        />
      ))}
      {item.isBlocked && <WarningText>Won't be imported because of an error listed above.</WarningText>}
      {item.warnings.map((message) => (
        <WarningText key={message}>{message}</WarningText>
      ))}
      {warning !== undefined && <p className={shared.dim}>{warning}</p>}
    </SelectableRow>
  );
}

const STATE_LABEL = fieldLabel("deleted");

/** Describes an item without its state, which the group's heading contains. */
function describeItem({ plannedChange, changes }: ImportItem, rules: SendingRules, names: ReferenceNames) {
  // Without a valid change, the values may be invalid, so they are shown as raw values.
  const described: Pick<ReviewedChange, "fields" | "warning"> =
    plannedChange === null
      ? {
          fields: changes.map(({ field, before, after }) => ({
            label: fieldLabel(field),
            before: formatRawValue(before),
            after: formatRawValue(after),
          })),
        }
      : describeChange(plannedChange, rules, names);
  return { ...described, fields: described.fields.filter(({ label }) => label !== STATE_LABEL) };
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
    errorCount > 0 && pluralize(errorCount, "error", "errors"),
    warningCount > 0 && pluralize(warningCount, "warning", "warnings"),
  ];
  return (
    <Section title={titleParts.filter(Boolean).join(", ")}>
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

function collectNotices(props: ImportNoticesProps): readonly string[] {
  const { diff, header, isCreateOnly, isComplete, isOutdated } = props;
  const { changedElsewhere, notLoaded, createdLater, withoutFingerprint } = diff;
  const missing = diff.items.filter(({ kind }) => kind === "missing").length;
  return [
    isCreateOnly && "All subscriptions in the file are created as new ones, without their IDs.",
    !isComplete &&
      !isCreateOnly &&
      `${isOutdated ? OUTDATED_LIST_MESSAGE : "Not all subscriptions are loaded."} ${notLoaded > 0 ? `${pluralize(notLoaded, "subscription", "subscriptions")} in the file couldn't be compared, and no` : "No"} subscriptions are offered for deletion.`,
    missing > 0 &&
      `${pluralize(missing, "subscription is", "subscriptions are")} not in the file. Nothing is deleted unless you select it.`,
    !isCreateOnly &&
      header?.scope === "selection" &&
      "The file contains only selected subscriptions. Other subscriptions aren't changed.",
    changedElsewhere > 0 &&
      `${pluralize(changedElsewhere, "subscription was", "subscriptions were")} changed on the server since the download, but not in the file. The server's values are kept.`,
    createdLater > 0 &&
      `${pluralize(createdLater, "subscription was", "subscriptions were")} created after the download and won't be changed.`,
    withoutFingerprint > 0 &&
      `${pluralize(withoutFingerprint, "subscription has", "subscriptions have")} no “_was”, so changes by others can't be detected.`,
  ].filter((message) => message !== false);
}
