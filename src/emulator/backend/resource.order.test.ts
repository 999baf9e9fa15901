import { expect, it } from "vitest";
import { createDemoProjects } from "@/emulator/dispatch/auth";
import { createDatabase } from "@/emulator/storage/database";
import { defineResource } from "./resource";

interface Note {
  readonly id: number;
  readonly hidden: boolean;
}

/** Opens notes with the IDs 10 to 1, newest first, of which 4 and 2 are hidden. */
function openNotes() {
  const notes = defineResource<Note>({
    name: "notes",
    getId: ({ id }) => String(id),
    isRow: (value): value is Note => typeof value === "object" && value !== null && "hidden" in value,
    isHidden: ({ hidden }) => hidden,
    seed: () => ({
      size: 10,
      at: (index) => ({ id: 10 - index, hidden: index === 6 || index === 8 }),
      indexOf: (id) => (Number(id) >= 1 && Number(id) <= 10 ? 10 - Number(id) : undefined),
      hidden: [6, 8],
    }),
  });
  const database = createDatabase({ persistence: null, seed: 1, now: () => new Date(0) });
  const [project] = createDemoProjects(1);
  if (!project) throw new Error("no project");
  const rows = notes.open(database.store(project, "notes"));
  const list = (view?: "visible" | "hidden", offset = 0, limit = 100) => {
    const table = rows.inTableOrder(view);
    const ids = [...table.page(offset, limit)].map(({ id }) => id);
    return { ids, count: table.count };
  };
  return { rows, list };
}

it("lists the oldest first, with and without the trash", () => {
  const { list } = openNotes();
  expect(list()).toEqual({ ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], count: 10 });
  expect(list("visible")).toEqual({ ids: [1, 3, 5, 6, 7, 8, 9, 10], count: 8 });
  expect(list("hidden")).toEqual({ ids: [2, 4], count: 2 });
  expect(list("visible", 2, 3).ids).toEqual([5, 6, 7]);
  expect(list(undefined, 9, 5).ids).toEqual([10]);
});

it("moves every changed row to the end, again with each change", () => {
  const { rows, list } = openNotes();
  rows.put({ id: 3, hidden: false });
  rows.put({ id: 11, hidden: false });
  rows.put({ id: 2, hidden: false });
  rows.put({ id: 9, hidden: true });
  rows.put({ id: 3, hidden: false });
  rows.remove("5");
  expect(list()).toEqual({ ids: [1, 4, 6, 7, 8, 10, 11, 2, 9, 3], count: 10 });
  expect(list("visible")).toEqual({ ids: [1, 6, 7, 8, 10, 11, 2, 3], count: 8 });
  expect(list("hidden")).toEqual({ ids: [4, 9], count: 2 });
});
