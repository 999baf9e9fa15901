import type { Subscription, SubscriptionCreation } from "@/contract/subscriptions";
import { isSameValue } from "@/data/changes/same-value";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import { createLineFinder } from "@/lib/file/line-index";
import type { SlicedWork } from "@/lib/scheduler/cooperative-task";
import { parseInstant } from "@/lib/time/dates";
import { type Draft, draftChange, draftCreation } from "./edit-draft";
import { type PlanEntry, type PlanMark, readEntry } from "./edit-entry";
import { PLAN_FIELDS } from "./edit-fields";
import type { PlanItem } from "./edit-item";
import { entryAt, type PlanText } from "./parse-edit-file";

/** Something marked in the file, with its line. */
export interface PlacedMark extends PlanMark {
  readonly line: number;
  readonly column: number;
}

/** Everything that a file says other than the server. */
export interface PlanDiff {
  readonly items: readonly PlanItem[];
  readonly marks: readonly PlacedMark[];
  /** Deliveries in the file. */
  readonly entries: number;
  readonly unchanged: number;
  /** Among the unchanged: those that somebody else has changed meanwhile. */
  readonly changedElsewhere: number;
  /** Their number is known to nobody yet, because not everything is loaded. */
  readonly notLoaded: number;
  /** Not in the file, because they were made after it. */
  readonly madeLater: number;
  /** Changes of deliveries that do not say what they were: nobody can tell whether somebody else has changed them. */
  readonly unmarked: number;
}

/** What a file is compared with. */
export interface PlanGround {
  /** The deliveries that are loaded and not in the bin. */
  readonly active: readonly Subscription[];
  /** Looks in the bin, too. */
  readonly find: (id: number) => Subscription | undefined;
  /** Whether both lists are loaded to their ends. */
  readonly isComplete: boolean;
  /** Every delivery of the file is made anew, whatever its number. */
  readonly asNew: boolean;
}

/** Compares a file with what is loaded, in slices. */
export function* diffPlan(plan: PlanText, ground: PlanGround): SlicedWork<PlanDiff> {
  const book = createBook(plan, ground);
  for (let place = 0; place < plan.starts.length; place += 1) {
    book.add(readEntry(entryAt(plan, place)), place);
    yield;
  }
  yield* book.addMissing();
  return book.result();
}

function createBook(plan: PlanText, ground: PlanGround) {
  const placeAt = createLineFinder(plan.text);
  const items: PlanItem[] = [];
  const marks: PlacedMark[] = [];
  const firstLines = new Map<number, number>();
  const twice = new Set<string>();
  const twinOf = createTwinFinder(ground.active);
  const counts = { unchanged: 0, changedElsewhere: 0, notLoaded: 0, madeLater: 0, unmarked: 0 };

  function mark(found: readonly PlanMark[]): void {
    for (const each of found) marks.push({ ...each, ...placeAt(each.offset) });
  }

  function note(draft: Draft, key: string, line: number): void {
    mark(draft.marks);
    if (draft.kind === null) return;
    items.push({
      key,
      kind: draft.kind,
      name: draft.name,
      line,
      changes: draft.changes,
      write: draft.write,
      cautions: [...draft.cautions, ...cautionsOf(draft.marks)],
      isBlocked: draft.write.kind === "none",
    });
  }

  function addKnown(entry: PlanEntry, id: number, line: number): void {
    const before = ground.find(id);
    const first = firstLines.get(id);
    if (first !== undefined) {
      twice.add(String(id));
      mark([{ tone: "mistake", offset: entry.idAt, message: twiceWords(id, first) }]);
      return;
    }
    firstLines.set(id, line);
    if (before === undefined) {
      mark(entry.marks);
      if (ground.isComplete) mark([{ tone: "mistake", offset: entry.idAt, message: unknownWords(id) }]);
      else counts.notLoaded += 1;
      return;
    }
    const draft = draftChange(entry, before);
    note(draft, String(id), line);
    if (draft.kind !== null) {
      if (entry.was === null) counts.unmarked += 1;
      return;
    }
    counts.unchanged += 1;
    if (draft.isOutdated) counts.changedElsewhere += 1;
  }

  return {
    add(entry: PlanEntry, place: number): void {
      const { line } = placeAt(entry.at);
      if (entry.id !== null && !ground.asNew) return addKnown(entry, entry.id, line);
      const draft = draftCreation(entry, ground.asNew);
      const twin = draft.write.kind === "create" ? twinOf(draft.write.body) : null;
      const cautions =
        twin === null ? [] : [`Delivery ${twin} is exactly like it: it may have been made already.`];
      note({ ...draft, cautions }, `new-${place}`, line);
    },
    *addMissing(): SlicedWork<void> {
      const { header } = plan;
      if (header?.scope !== "all" || ground.asNew || !ground.isComplete) return;
      const madeAt = parseInstant(header.exported);
      for (const record of ground.active) {
        yield;
        if (firstLines.has(record.id)) continue;
        const createdAt = record.created_at === null ? null : parseInstant(record.created_at);
        const isLater = createdAt !== null && madeAt !== null && createdAt > madeAt;
        if (isLater || (header.highest_id !== null && record.id > header.highest_id)) counts.madeLater += 1;
        else items.push(missingItem(record));
      }
    },
    result(): PlanDiff {
      const blocked = items.map((item) =>
        twice.has(item.key) ? { ...item, isBlocked: true, cautions: ["It stands twice in the file."] } : item,
      );
      return {
        items: twice.size === 0 ? items : blocked,
        marks: marks.sort((a, b) => a.offset - b.offset),
        entries: plan.starts.length,
        ...counts,
      };
    },
  };
}

/** Finds a delivery that is what a creation asks for: a file that is given twice must not make everything twice. */
function createTwinFinder(records: readonly Subscription[]): (body: SubscriptionCreation) => number | null {
  let byTarget: Map<string, Subscription[]> | null = null;
  return (body) => {
    byTarget ??= groupByTarget(records);
    const named = PLAN_FIELDS.filter((field) => field in body);
    const twin = byTarget
      .get(body.target_value)
      ?.find((record) => named.every((field) => isSameValue(field, body[field], record[field])));
    return twin?.id ?? null;
  };
}

function groupByTarget(records: readonly Subscription[]): Map<string, Subscription[]> {
  const groups = new Map<string, Subscription[]>();
  for (const record of records) {
    const group = groups.get(record.target_value);
    if (group) group.push(record);
    else groups.set(record.target_value, [record]);
  }
  return groups;
}

function twiceWords(id: number, line: number): string {
  return `Delivery ${id} stands twice (first on line ${line}). Leave out “id” to make a new one.`;
}

function unknownWords(id: number): string {
  return `There is no delivery ${id} in this project, nor in its bin. Leave out “id” to make a new one.`;
}

function missingItem(record: Subscription): PlanItem {
  return {
    key: String(record.id),
    kind: "missing",
    name: titleOf(record).text,
    line: null,
    changes: [{ field: "deleted", before: false, after: true }],
    write: { kind: "change", before: record, body: { deleted: true } },
    cautions: [],
    isBlocked: false,
  };
}

function cautionsOf(marks: readonly PlanMark[]): readonly string[] {
  return marks.filter(({ tone }) => tone === "warning").map(({ message }) => message);
}
