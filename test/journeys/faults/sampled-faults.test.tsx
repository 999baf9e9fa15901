import { describe, expect, it } from "vitest";
import { drawSample, type Sample } from "../../sample.mjs";
import { drawReadFaults, drawWriteFaults } from "./sampled-faults";

const unique = (names: readonly string[]) => [...new Set(names)].toSorted();

describe.each<[string, (sample: Sample) => readonly (readonly [{ readonly name: string }, string])[]]>([
  ["read", drawReadFaults],
  ["write", drawWriteFaults],
])("the faults of pages that %s", (_, draw) => {
  const casesOf = (sample: Sample) => draw(sample).map(([page, fault]) => [page.name, fault] as const);
  const first = drawSample(0);
  draw(first);
  const whole = casesOf(drawSample("all"));
  const runs = Array.from({ length: first.period }, (_each, seed) => casesOf(drawSample(seed)));

  it("cover every page and every fault in each run", () => {
    for (const run of runs) {
      expect(unique(run.map(([page]) => page))).toEqual(unique(whole.map(([page]) => page)));
      expect(unique(run.map(([, fault]) => fault))).toEqual(unique(whole.map(([, fault]) => fault)));
    }
  });

  it("cover every pair of page and fault over all seeds", () => {
    expect(unique(runs.flat().map((pair) => pair.join(": ")))).toEqual(
      unique(whole.map((pair) => pair.join(": "))),
    );
  });
});
