import { describe, expect, it } from "vitest";
import { createDemoProjects } from "@/emulator/dispatch/auth";
import { createDatabase } from "@/emulator/storage/database";
import { createSubscriptionSeed } from "@/emulator/subscriptions/subscriptions-seed";
import type { EmulatedProject, Seed } from "./backend";
import { defineResource } from "./resource";

interface Note {
  readonly id: number;
  readonly text: string;
  readonly hidden: boolean;
}

function isNote(value: unknown): value is Note {
  return typeof value === "object" && value !== null && "text" in value;
}

function project(name: string): EmulatedProject {
  const found = createDemoProjects(1).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no project ${name}`);
  return found;
}

/** Creates ten notes with the IDs 10 to 1, of which 4 and 2 are hidden. Counts created records. */
function openNotes() {
  const createdCount: number[] = [];
  const seed: Seed<Note> = {
    size: 10,
    at(index) {
      createdCount.push(index);
      return { id: 10 - index, text: `seed ${10 - index}`, hidden: index === 6 || index === 8 };
    },
    indexOf: (id) => (Number(id) >= 1 && Number(id) <= 10 ? 10 - Number(id) : undefined),
    hidden: [6, 8],
  };
  const notes = defineResource<Note>({
    name: "notes",
    getId: (note) => String(note.id),
    isRow: isNote,
    isHidden: (note) => note.hidden,
    seed: () => seed,
  });
  const database = createDatabase({ storage: null, seed: 1, now: () => new Date(0) });
  return { createdCount, rows: notes.open(database.store(project("Demo"), "notes")) };
}

const ids = (notes: Iterable<Note>) => [...notes].map((note) => note.id);

describe("collection", () => {
  it("creates only the records of the requested page", () => {
    const { rows, createdCount } = openNotes();
    expect(rows.count()).toBe(8);
    expect(createdCount).toEqual([]);
    expect(ids(rows.page(5, 2))).toEqual([5, 3]);
    expect(createdCount).toEqual([5, 7]);
  });

  it("lists new rows first and keeps changed ones in place", () => {
    const { rows } = openNotes();
    rows.put({ id: rows.nextId(), text: "new", hidden: false });
    rows.put({ id: rows.nextId(), text: "newer", hidden: false });
    rows.put({ id: 11, text: "new, changed", hidden: false });
    rows.put({ id: 9, text: "changed", hidden: false });
    expect(ids(rows.all())).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 3, 1]);
    expect(rows.get("9")?.text).toBe("changed");
    expect([...rows.page(1, 1)][0]?.text).toBe("new, changed");
  });

  it("reads a page as of the call, regardless of later writes", () => {
    const { rows } = openNotes();
    const page = rows.page(0, 4);
    const read: number[] = [];
    for (const { id } of page) {
      read.push(id);
      rows.put({ id: rows.nextId(), text: "new", hidden: false });
      rows.remove("7");
    }
    expect(read).toEqual([10, 9, 8, 7]);
  });

  it("moves rows between the list and the trash", () => {
    const { rows } = openNotes();
    rows.put({ id: 10, text: "binned", hidden: true });
    rows.put({ id: 4, text: "restored", hidden: false });
    expect(ids(rows.all("hidden"))).toEqual([10, 2]);
    expect(ids(rows.all())).toEqual([9, 8, 7, 6, 5, 4, 3, 1]);
  });

  it("removes rows and never assigns their ids again", () => {
    const { rows } = openNotes();
    rows.put({ id: rows.nextId(), text: "new", hidden: false });
    rows.remove("11");
    rows.remove("10");
    rows.remove("2");
    expect(ids(rows.all())).toEqual([9, 8, 7, 6, 5, 3, 1]);
    expect(ids(rows.all("hidden"))).toEqual([4]);
    expect(rows.get("10")).toBeUndefined();
    expect(rows.nextId()).toBe(12);
  });
});

it("computes each of 100,000 subscriptions from its index", () => {
  const context = { project: project("Large"), seed: 1, seededAt: new Date("2026-11-21T10:00:00Z") };
  const seed = createSubscriptionSeed(context);
  expect(seed.size - (seed.hidden?.length ?? 0)).toBe(100_000);
  const record = seed.at(77_777);
  expect(createSubscriptionSeed(context).at(77_777)).toEqual(record);
  expect(seed.indexOf(String(record.id))).toBe(77_777);
  expect(seed.at(seed.size - 1).deleted).toBe(true);
});
