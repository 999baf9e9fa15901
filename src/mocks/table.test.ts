import { expect, it } from "vitest";
import { Table } from "./table";

interface Note {
  readonly id: number;
  readonly isHidden: boolean;
}

/** Creates a table with the rows 1 and 2, of which 1 is in Trash, and the generated rows 3 to 6. */
function createTable() {
  const created: number[] = [];
  const changes = new Map<string, unknown>();
  const options = {
    isHidden: (note: Note) => note.isHidden,
    seed: () => [1, 2].map((id) => ({ id, isHidden: id === 1 })),
    generated: {
      first: 3,
      end: 7,
      create(id: number) {
        created.push(id);
        return { id, isHidden: false };
      },
    },
    changes,
    onChange: () => {},
  };
  return { table: new Table<Note>(options), reopen: () => new Table<Note>(options), created };
}

it("lists the newest rows first, and creates only those that are read", () => {
  const { table, created } = createTable();
  expect([table.ids(), table.ids("hidden")]).toEqual([["6", "5", "4", "3", "2"], ["1"]]);
  expect(table.get("5")).toEqual({ id: 5, isHidden: false });
  expect([table.get("7"), table.get("4.0"), table.get("")]).toEqual([undefined, undefined, undefined]);
  expect(created).toEqual([5]);
  expect(table.nextId()).toBe(7);
});

it("keeps changed rows in their place, and new rows on top, also when it is opened again", () => {
  const { table, reopen } = createTable();
  table.put({ id: 7, isHidden: false });
  table.put({ id: 5, isHidden: true });
  table.put({ id: 1, isHidden: false });
  table.remove("2");
  for (const each of [table, reopen()]) {
    expect([each.ids(), each.ids("hidden")]).toEqual([["7", "6", "4", "3", "1"], ["5"]]);
    expect([each.get("2"), each.get("5"), each.nextId()]).toEqual([undefined, { id: 5, isHidden: true }, 8]);
  }
});
