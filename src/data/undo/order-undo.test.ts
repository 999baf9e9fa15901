import { buildJournalEntry, buildOffboardingSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import { orderUndo, refuseUndo, type UndoItem } from "./order-undo";

type Values = { readonly id: number; readonly target_value?: string; readonly dashboard?: number };

/** Returns the undo of an entry that has changed a subscription's recipients to those in `values`. */
function item(id: string, { id: recordId, ...values }: Values, before: string): UndoItem {
  const record = buildOffboardingSubscription({ id: recordId, ...values });
  const name = `Delivery ${recordId}`;
  const changes = [{ field: "target_value", before, after: record.target_value }];
  const batch = { id: "b", label: "Run" };
  const entry = buildJournalEntry({ id, recordId, name, kind: "changed", changes, batch });
  const body = { target_value: before };
  return { entry, change: { key: id, name, resource: "subscription", kind: "change", before: record, body } };
}

const refused = ({ entry }: UndoItem) => refuseUndo(entry, "Gone.");
/** Returns each undo's ID and, if it is skipped, the name of the subscription because of which it is skipped. */
const summarize = (...items: readonly UndoItem[]) =>
  orderUndo(items).map(({ entry, change }) => {
    const skippedFor = "why" in change ? (/^Skipped: “(.+?)”/.exec(change.why)?.[1] ?? change.why) : null;
    return skippedFor === null ? entry.id : `${entry.id}: ${skippedFor}`;
  });

const LEFT = item("1", { id: 2, target_value: "cy@x.co" }, "cy@x.co,lea@x.co");
const JOINED = item("2", { id: 1, target_value: "bo@x.co,lea@x.co" }, "bo@x.co");

it("is newest first without dependencies, and for other content", () => {
  const other = item("1", { id: 2, dashboard: 99, target_value: "cy@x.co" }, "cy@x.co,lea@x.co");
  expect(summarize(JOINED, other)).toEqual(["2", "1"]);
});

it("recognizes both forms of an internationalized domain", () => {
  const joined = item("2", { id: 1, target_value: "bo@x.co,lea@bücher.de" }, "bo@x.co");
  const left = item("1", { id: 2, target_value: "cy@x.co" }, "cy@x.co,lea@xn--bcher-kva.de");
  expect(summarize(joined, left)).toEqual(["1", "2"]);
});

it("keeps the order of changes to one subscription", () => {
  const order = summarize(
    item("4", { id: 1, target_value: "bo@x.co,lea@x.co" }, "bo@x.co"),
    item("3", { id: 2, target_value: "cy@x.co" }, "cy@x.co,lea@x.co,zoe@x.co"),
    item("2", { id: 2, target_value: "cy@x.co,lea@x.co,zoe@x.co" }, "cy@x.co"),
    item("1", { id: 1, target_value: "bo@x.co" }, "bo@x.co,zoe@x.co"),
  );
  expect(order).toEqual(["3", "4", "1", "2"]);
});

it("skips removing recipients who aren't added elsewhere", () => {
  expect(summarize(JOINED, refused(LEFT))).toEqual(["1: Gone.", "2: Delivery 2"]);
});

it("skips all removals except of replacements if the recipients of a deleted subscription are unknown", () => {
  const deleted = { field: "deleted", before: false, after: true };
  const { entry } = item("4", { id: 3 }, "");
  const unread = refuseUndo({ ...entry, kind: "deleted", changes: [deleted] }, "Gone.");
  const replaced = item("3", { id: 4, target_value: "di@x.co,bo@x.co" }, "lea@x.co,bo@x.co");
  expect(summarize(unread, replaced, JOINED)).toEqual(["4: Gone.", "3", "2: Delivery 3"]);
});

it("doesn't skip other replacements if one of them is refused", () => {
  const replaced = (id: number) =>
    item(String(id), { id, target_value: "di@x.co,bo@x.co" }, "lea@x.co,bo@x.co");
  expect(summarize(refused(replaced(3)), replaced(2), replaced(1))).toEqual(["3: Gone.", "2", "1"]);
});
