import { expect, it } from "vitest";
import { suggestPaths } from "./board-add";

it("suggested paths are earlier paths that match and aren't on the board", () => {
  const seen = ["/docs", "/blog", "/docs/api"];
  expect(suggestPaths(seen, ["/blog"], "")).toEqual(["/docs", "/docs/api", "/", "*"]);
  expect(suggestPaths(seen, [], " API")).toEqual(["/docs/api"]);
  expect(suggestPaths([], ["/", "*"], "")).toEqual([]);
});
