import { expect, it, vi } from "vitest";
import { paginate, toArrayPages } from "./pagination";

it("creates long pages in slices and lets other work run between them", async () => {
  // Each read of the clock adds 10 ms, so each row takes longer than a slice.
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
  const events: unknown[] = [];
  setImmediate(() => events.push("other work"));
  const url = new URL("http://emulator.example/api/projects/?limit=50");
  const rows = toArrayPages(Array.from({ length: 20 }, (_, index) => index));
  const answer = await paginate({ url, faults: [] }, rows, (row) => {
    events.push(row);
    return row;
  });
  clock.mockRestore();
  expect(events).toHaveLength(21);
  expect(events.indexOf("other work")).toBeLessThan(20);
  expect(await answer.json()).toMatchObject({ count: 20, results: events.filter(Number.isInteger) });
});
