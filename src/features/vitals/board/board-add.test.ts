import { describe, expect, it } from "vitest";
import { offeredPaths } from "./board-add";

describe("suggested paths", () => {
  it("are those that were seen and are not on the board, and fit what is typed", () => {
    const seen = ["/docs", "/blog", "/docs/api"];
    expect(offeredPaths({ seen, shown: ["/blog"], text: "" })).toEqual(["/docs", "/docs/api", "/", "*"]);
    expect(offeredPaths({ seen, shown: [], text: " API" })).toEqual(["/docs/api"]);
    expect(offeredPaths({ seen: [], shown: ["/", "*"], text: "" })).toEqual([]);
  });
});
