import { buildExport } from "@test/support/builders";
import { expect, it } from "vitest";
import { exportColumns } from "./export-list.page";

const NOW = new Date("2026-11-21T10:00:00Z");
const NAMES = new Map([["dashboard 201", "Growth overview"]]);
const PENDING = { has_content: false, filename: null };

function readFullTexts(fields: Parameters<typeof buildExport>[0]) {
  const columns = exportColumns("UTC", NOW, NAMES);
  const read = (id: string) => columns.find((column) => column.id === id)?.fullText?.(buildExport(fields));
  return { source: read("source"), state: read("state") };
}

it.each([
  [{ ...PENDING, created_at: "2026-11-21T09:57:00Z" }, "Generating for 3 minutes"],
  [{ ...PENDING, created_at: "2026-11-21T09:49:00Z" }, "Stuck for 11 minutes"],
  [{ ...PENDING, exception: "No renderer." }, "Failed: No renderer."],
  [{}, null],
])("shows the detail of a state in the tooltip: %j", (fields, expected) => {
  expect(readFullTexts(fields).state).toBe(expected);
});

it("shows the ID of a named source in the tooltip", () => {
  expect(readFullTexts({}).source).toBe("Growth overview (dashboard 201)");
});
