import { buildSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import { toFileColumns } from "@/ui/data-table/data-table-types";
import { subscriptionColumns } from "./subscription-columns";

const columnOf = (id: string, names: ReadonlyMap<string, string> = new Map()) =>
  subscriptionColumns("UTC", new Date("2026-11-21T10:00:00Z"), names, () => "").find(
    (column) => column.id === id,
  );

it("shows the name of a source, and its ID in the tooltip", () => {
  const source = columnOf("source", new Map([["dashboard 201", "Growth overview"]]));
  const record = buildSubscription({ dashboard: 201, insight: null });
  expect([source?.cell?.(record), source?.fullText?.(record)]).toEqual([
    "Growth overview",
    "Growth overview (dashboard 201)",
  ]);
});

it("leaves the addresses of webhooks out of files", () => {
  const valueOf = (target_type: string, target_value: string) =>
    columnOf("recipients")?.value?.(buildSubscription({ target_type, target_value }));
  expect(valueOf("webhook", "https://hooks.x.co/T024/kZ81qP")).toBe("hooks.x.co/…81qP");
  expect(valueOf("email", "ana@x.co,bo@x.co")).toBe("ana@x.co, bo@x.co");
});

it("has the state in files, although the list shows it without its column", () => {
  const columns = subscriptionColumns("UTC", new Date("2026-11-21T10:00:00Z"), new Map(), () => "");
  const file = toFileColumns(columns, columns.slice(0, 1));
  expect(file.map(({ header }) => header)).toEqual(["Title", "State"]);
  expect(file[1]?.text(buildSubscription({ enabled: false }))).toBe("Paused");
});

it("marks generated titles apart from inactive rows, which are gray", () => {
  const title = columnOf("title");
  const untitled = buildSubscription({ title: null });
  expect(title?.tone?.(untitled)).toBe("generated");
  expect(title?.fullText?.(untitled)).toMatch(/\nNo title$/);
  const titled = buildSubscription({ title: "Weekly", enabled: false });
  expect(title?.tone?.(titled)).toBeUndefined();
  expect(title?.fullText?.(titled)).toMatch(/^Weekly\n./);
  expect(title?.fullText?.(buildSubscription({ title: "Weekly" }))).toBeNull();
});

it("shows when an overdue delivery was due, which isn't the next one", () => {
  const next = columnOf("next");
  const cellOf = (date: string) => next?.cell?.(buildSubscription({ next_delivery_date: date }));
  expect(cellOf("2026-11-15T08:00:00Z")).toBe("Due 6 days ago");
  expect(cellOf("2026-11-21T09:40:00Z")).toBe("Due 20 minutes ago");
  expect(cellOf("2026-11-23T08:00:00Z")).toBeTypeOf("object");
});
