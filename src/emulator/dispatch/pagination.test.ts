import { expect, it, vi } from "vitest";
import { paginate, toArrayPages } from "./pagination";

it("makes long pages in slices, between which other work has its turn", async () => {
  // Every look at the clock is 10 ms later: each row takes longer than a slice.
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
