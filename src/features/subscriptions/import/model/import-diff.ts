import type { Subscription, SubscriptionCreation } from "@/api/subscriptions";
import type { SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import { isSameValue } from "@/data/changes/change-labels";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { createLineFinder } from "@/lib/file/line-index";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { addToGroup } from "@/lib/search/record-groups";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";
import { draftChange, draftCreation, type ImportDraft } from "./import-draft";
import type { FileIssue, ImportEntry } from "./import-entry";
import {
  duplicateIdMessage,
  duplicateMessage,
  issueMessage,
  parseEntry,
  unknownIdMessage,
} from "./import-entry";
import { IMPORT_FIELDS, type ImportItem } from "./import-fields";
import { entryNodeAt, type ParsedImportFile } from "./parse-import-file";

export interface LocatedIssue extends FileIssue {
  readonly line: number;
  readonly column: number;
}

export interface ImportDiff {
  readonly items: readonly ImportItem[];
  readonly issues: readonly LocatedIssue[];
  /** Number of subscriptions in the file. */
  readonly entries: number;
  readonly unchanged: number;
  /** Number of entries in `unchanged` that changed on the server after the export. */
  readonly changedElsewhere: number;
  /** Number of IDs that weren't found before all records had loaded. */
  readonly notLoaded: number;
  /** Number of records that were created after the export. */
  readonly createdLater: number;
  /** Number of changes without fingerprints. For these, changes by other people can't be detected. */
  readonly withoutFingerprint: number;
}

export interface BaseRecords {
  /** Loaded records that aren't in Trash. */
  readonly active: readonly Subscription[];
  /** Returns a loaded record, including records in Trash. */
  readonly find: (id: number) => Subscription | undefined;
  /** Whether all records have loaded, including those in Trash. */
  readonly isComplete: boolean;
  /** Whether to ignore IDs and create every entry as a new subscription. */
  readonly isCreateOnly: boolean;
  /** Capabilities for new subscriptions. Existing ones use `recordCapabilities` instead. */
  readonly capabilities: SubscriptionCapabilities;
  readonly names: ReferenceNames;
}

export function* diffImportFile(
  parsedFile: ParsedImportFile,
  baseRecords: BaseRecords,
): CooperativeTask<ImportDiff> {
  const builder = createDiffBuilder(parsedFile, baseRecords);
  for (let index = 0; index < parsedFile.entryOffsets.length; index += 1) {
    builder.add(parseEntry(entryNodeAt(parsedFile, index)), index);
    yield;
  }
  yield* builder.addMissing();
  return builder.result();
}

function createDiffBuilder(parsedFile: ParsedImportFile, baseRecords: BaseRecords) {
  const positionAt = createLineFinder(parsedFile.text);
  const items: ImportItem[] = [];
  const issues: LocatedIssue[] = [];
  const firstLines = new Map<number, number>();
  const duplicateKeys = new Set<string>();
  const findDuplicate = createDuplicateFinder(baseRecords.active);
  const counts = { unchanged: 0, changedElsewhere: 0, notLoaded: 0, createdLater: 0, withoutFingerprint: 0 };

  function addIssues(newIssues: readonly FileIssue[]): void {
    for (const issue of newIssues) issues.push({ ...issue, ...positionAt(issue.offset) });
  }

  function addItem(draft: ImportDraft, key: string, line: number): void {
    addIssues(draft.issues);
    if (draft.kind === null) return;
    items.push({
      key,
      kind: draft.kind,
      name: draft.name,
      line,
      changes: draft.changes,
      plannedChange: draft.plannedChange,
      warnings: [...draft.warnings, ...warningMessages(draft.issues)],
      isBlocked: draft.plannedChange.kind === "none",
    });
  }

  function addExisting(entry: ImportEntry, id: number, line: number): void {
    const before = baseRecords.find(id);
    const firstLine = firstLines.get(id);
    if (firstLine !== undefined) {
      duplicateKeys.add(String(id));
      addIssues([{ tone: "error", offset: entry.idOffset, message: duplicateIdMessage(id, firstLine) }]);
      return;
    }
    firstLines.set(id, line);
    if (before === undefined) {
      addIssues(entry.issues);
      if (baseRecords.isComplete)
        addIssues([{ tone: "error", offset: entry.idOffset, message: unknownIdMessage(id) }]);
      else counts.notLoaded += 1;
      return;
    }
    const draft = draftChange(entry, before, baseRecords.names);
    addItem(draft, String(id), line);
    if (draft.kind !== null) {
      if (entry.fingerprints === null) counts.withoutFingerprint += 1;
      return;
    }
    counts.unchanged += 1;
    if (draft.isOutdated) counts.changedElsewhere += 1;
  }

  return {
    add(entry: ImportEntry, index: number): void {
      const { line } = positionAt(entry.offset);
      if (entry.id !== null && !baseRecords.isCreateOnly) return addExisting(entry, entry.id, line);
      const draft = draftCreation(entry, baseRecords);
      const twin = draft.plannedChange.kind === "create" ? findDuplicate(draft.plannedChange.body) : null;
      const warnings = twin === null ? [] : [duplicateMessage(twin)];
      addItem({ ...draft, warnings }, `new-${index}`, line);
    },
    *addMissing(): CooperativeTask<void> {
      const { header } = parsedFile;
      if (header?.scope !== "all" || baseRecords.isCreateOnly || !baseRecords.isComplete) return;
      const exportedAt = parseInstant(header.exported);
      for (const record of baseRecords.active) {
        yield;
        if (firstLines.has(record.id)) continue;
        const createdAt = record.created_at === null ? null : parseInstant(record.created_at);
        const isCreatedLater = createdAt !== null && exportedAt !== null && createdAt > exportedAt;
        if (isCreatedLater || (header.highest_id !== null && record.id > header.highest_id))
          counts.createdLater += 1;
        else items.push(missingItem(record, baseRecords.names));
      }
    },
    result(): ImportDiff {
      const itemsWithBlocked = items.map((item) =>
        duplicateKeys.has(item.key)
          ? { ...item, isBlocked: true, warnings: [issueMessage("listed-twice")] }
          : item,
      );
      return {
        items: duplicateKeys.size === 0 ? items : itemsWithBlocked,
        issues: issues.sort((a, b) => a.offset - b.offset),
        entries: parsedFile.entryOffsets.length,
        ...counts,
      };
    },
  };
}

/**
 * Returns a function that finds an existing record with the same values as a new one. A match
 * causes a warning, so that importing a file twice doesn't create duplicates by default.
 */
function createDuplicateFinder(
  records: readonly Subscription[],
): (body: SubscriptionCreation) => number | null {
  let recordsByTarget: Map<string, Subscription[]> | null = null;
  return (body) => {
    if (recordsByTarget === null) {
      recordsByTarget = new Map();
      for (const record of records) addToGroup(recordsByTarget, record.target_value, record);
    }
    const givenFields = IMPORT_FIELDS.filter((field) => field in body);
    const twin = recordsByTarget
      .get(body.target_value)
      ?.find((record) => givenFields.every((field) => isSameValue(field, body[field], record[field])));
    return twin?.id ?? null;
  };
}

function missingItem(record: Subscription, names: ReferenceNames): ImportItem {
  return {
    key: String(record.id),
    kind: "missing",
    name: subscriptionTitle(record, names).text,
    line: null,
    changes: [{ field: "deleted", before: false, after: true }],
    plannedChange: { kind: "change", before: record, body: { deleted: true } },
    warnings: [],
    isBlocked: false,
  };
}

function warningMessages(issues: readonly FileIssue[]): readonly string[] {
  return issues.filter(({ tone }) => tone === "warning").map(({ message }) => message);
}
