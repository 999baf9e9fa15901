import type { Subscription, SubscriptionCreation } from "@/api/subscriptions";
import type { SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import { isSameValue } from "@/data/changes/compare-fields";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { createLineFinder } from "@/lib/file/line-index";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { addToGroup } from "@/lib/search/record-groups";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";
import { draftChange, draftCreation, type ImportItem, isOutdated, planRecordChange } from "./import-draft";
import { errorAt, type FileIssue, parseEntry } from "./import-entry";
import { IMPORT_FIELDS } from "./import-fields";
import type { ImportFileHeader } from "./import-file-format";
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

export function* diffImportFile(file: ParsedImportFile, base: BaseRecords): CooperativeTask<ImportDiff> {
  const positionAt = createLineFinder(file.text);
  const items = new Map<string, ImportItem>();
  const issues: FileIssue[] = [];
  /** Lines of the file's IDs. */
  const lines = new Map<number, number>();
  const findDuplicate = createDuplicateFinder(base.active);
  const counts = { unchanged: 0, changedElsewhere: 0, notLoaded: 0, createdLater: 0, withoutFingerprint: 0 };

  for (let index = 0; index < file.entryOffsets.length; index += 1) {
    const entry = parseEntry(entryNodeAt(file, index));
    const { line } = positionAt(entry.offset);
    const id = base.isCreateOnly ? null : entry.id;
    const firstLine = id === null ? undefined : lines.get(id);
    const before = id === null ? undefined : base.find(id);
    if (id === null) {
      const isServerUnknown = base.active.length === 0;
      const draft = draftCreation(entry, { ...base, key: `new-${index}`, line, isServerUnknown });
      issues.push(...draft.issues);
      items.set(draft.item.key, withDuplicateWarning(draft.item, findDuplicate));
    } else if (firstLine !== undefined) {
      issues.push(
        errorAt(
          entry.idOffset,
          `Subscription ${id} is listed twice (first on line ${firstLine}). Remove one entry, or its “id” to create a new subscription.`,
        ),
      );
      const first = items.get(String(id));
      if (first !== undefined)
        items.set(first.key, { ...first, isBlocked: true, warnings: ["Listed twice in the file."] });
    } else if (before === undefined) {
      lines.set(id, line);
      issues.push(...entry.issues);
      const message = `Subscription ${id} doesn't exist in this project. Remove “id” to create a new one.`;
      if (base.isComplete) issues.push(errorAt(entry.idOffset, message));
      else counts.notLoaded += 1;
    } else {
      lines.set(id, line);
      const draft = draftChange(entry, before, { line, names: base.names });
      issues.push(...draft.issues);
      if (draft.item !== null) {
        items.set(draft.item.key, draft.item);
        if (entry.fingerprints === null) counts.withoutFingerprint += 1;
      } else {
        counts.unchanged += 1;
        if (isOutdated(entry, before)) counts.changedElsewhere += 1;
      }
    }
    yield;
  }

  const { header } = file;
  if (header?.scope === "all" && !base.isCreateOnly && base.isComplete) {
    for (const record of base.active) {
      yield;
      if (lines.has(record.id)) continue;
      if (isCreatedLater(record, header)) counts.createdLater += 1;
      else items.set(String(record.id), missingItem(record, base.names));
    }
  }
  return {
    items: [...items.values()],
    issues: issues
      .map((issue) => ({ ...issue, ...positionAt(issue.offset) }))
      .sort((a, b) => a.offset - b.offset),
    entries: file.entryOffsets.length,
    ...counts,
  };
}

/**
 * Returns a function that finds an existing record with the same values as a new one, so that importing a file twice
 * doesn't create duplicates by default.
 */
function createDuplicateFinder(
  records: readonly Subscription[],
): (body: SubscriptionCreation) => Subscription | undefined {
  let recordsByTarget: Map<string, Subscription[]> | null = null;
  return (body) => {
    if (recordsByTarget === null) {
      recordsByTarget = new Map();
      for (const record of records) addToGroup(recordsByTarget, record.target_value, record);
    }
    const givenFields = IMPORT_FIELDS.filter((field) => field in body);
    return recordsByTarget
      .get(body.target_value)
      ?.find((record) => givenFields.every((field) => isSameValue(field, body[field], record[field])));
  };
}

function withDuplicateWarning(
  item: ImportItem,
  findDuplicate: ReturnType<typeof createDuplicateFinder>,
): ImportItem {
  const duplicate = item.plannedChange?.kind === "create" && findDuplicate(item.plannedChange.body);
  if (!duplicate) return item;
  const message = `Identical to subscription ${duplicate.id}. This entry may already have been imported.`;
  return { ...item, warnings: [message, ...item.warnings] };
}

/** Whether the record was created after the file was exported. */
function isCreatedLater({ id, created_at }: Subscription, header: ImportFileHeader): boolean {
  const exportedAt = parseInstant(header.exported);
  const createdAt = created_at === null ? null : parseInstant(created_at);
  return (
    (createdAt !== null && exportedAt !== null && createdAt > exportedAt) ||
    (header.highest_id !== null && id > header.highest_id)
  );
}

function missingItem(record: Subscription, names: ReferenceNames): ImportItem {
  const name = subscriptionTitle(record, names).text;
  return {
    key: String(record.id),
    kind: "missing",
    name,
    line: null,
    changes: [],
    plannedChange: planRecordChange(record, { deleted: true }, name),
    warnings: [],
    isBlocked: false,
  };
}
