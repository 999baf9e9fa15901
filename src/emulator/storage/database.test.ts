import { expect, it } from "vitest";
import { createDemoProjects } from "@/emulator/dispatch/auth";
import { createDatabase } from "./database";

const [project] = createDemoProjects(1);

function createTestDatabase() {
  if (!project) throw new Error("no project");
  const database = createDatabase({ persistence: null, seed: 1, now: () => new Date(0) });
  const row = (id: string) => database.store(project, "notes").changes.get(id)?.row;
  const write = (id: string, value: unknown) => database.store(project, "notes").write(id, value);
  return { database, row, write };
}

it("rolls back a write that fails halfway", async () => {
  const { database, row, write } = createTestDatabase();
  await database.write(async () => write("1", "first"));
  const failing = database.write(async () => {
    write("1", "second");
    write("2", "new");
    write("1", "third");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect([row("1"), row("2")]).toEqual(["first", undefined]);
});

it("runs writes one after the other, regardless of their waits", async () => {
  const { database, row, write } = createTestDatabase();
  const add = () =>
    database.write(async () => {
      const before = Number(row("sum") ?? 0);
      await Promise.resolve();
      write("sum", before + 1);
    });
  await Promise.all([add(), add(), add()]);
  expect(row("sum")).toBe(3);
});
