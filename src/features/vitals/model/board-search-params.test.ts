import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import {
  type Board,
  MOST_PATHS,
  namesPaths,
  pathsBeyond,
  readBoard,
  withoutPath,
  withPaths,
  writeBoard,
} from "./board-search-params";

const EMPTY: Board = { paths: [], view: "table", sort: [], compare: [] };
const read = (search: string) => readBoard(new URLSearchParams(search));

const board: fc.Arbitrary<Board> = fc
  .uniqueArray(
    fc.oneof(
      fc.constant(ALL_PAGES),
      fc.webPath({ size: "small" }).map((path) => `/${path.replace(/^\/+|\/+$/g, "")}`),
      fc.constantFrom("/größe", "/a&b=c", "/a+b", "/a%20b", "/a,b", "/😀"),
    ),
    { maxLength: MOST_PATHS },
  )
  .chain((paths) =>
    fc.record({
      paths: fc.constant(paths),
      view: fc.constantFrom("table", "cards"),
      sort: fc.constantFrom<Board["sort"]>(
        [],
        [{ columnId: "LCP", direction: "descending" }],
        [
          { columnId: "path", direction: "ascending" },
          { columnId: "INP", direction: "descending" },
        ],
      ),
      compare: fc.subarray(paths).map((some) => (some.length >= 2 ? some : [])),
    }),
  );

describe("the address of a board", () => {
  it("reproduces the board", () => {
    fc.assert(
      fc.property(board, (shown) => {
        expect(read(writeBoard(shown))).toEqual(shown);
      }),
    );
  });

  it("can be read by a person", () => {
    const shown = { ...EMPTY, paths: ["/docs/start", "/pricing"], view: "cards" } as const;
    expect(writeBoard(shown)).toBe("?path=/docs/start&path=/pricing&view=cards");
  });

  it("tells an empty board from none", () => {
    expect(namesPaths(new URLSearchParams(writeBoard(EMPTY)))).toBe(true);
    expect(read(writeBoard(EMPTY))).toEqual(EMPTY);
    expect(namesPaths(new URLSearchParams("view=cards"))).toBe(false);
  });

  it("takes full addresses, and each path once", () => {
    expect(read("path=https://x.example/docs/&path=/docs&path=mailto:a@x.co&path=/blog").paths).toEqual([
      "/docs",
      "/blog",
    ]);
  });

  it.each(["view=wall", "sort=%20,", "compare=/a&compare=/b", "path=/a&path=/b&compare=/a&compare=/c"])(
    "leaves out what makes no sense: %s",
    (search) => {
      expect(read(search)).toEqual({ ...EMPTY, paths: read(search).paths });
    },
  );

  it("has no more paths than a board", () => {
    const search = Array.from({ length: 60 }, (_, place) => `path=/p${place}`).join("&");
    expect(read(search).paths).toHaveLength(MOST_PATHS);
    expect(read(search).paths.at(-1)).toBe("/p49");
  });
});

describe("the paths of a board", () => {
  const shown: Board = { ...EMPTY, paths: ["/a", "/b", "/c"], compare: ["/a", "/b"] };

  it("are added behind the others, each once", () => {
    expect(withPaths(shown, ["/d", "/a", "/e"])).toEqual({
      board: { ...shown, paths: ["/a", "/b", "/c", "/d", "/e"] },
      left: [],
    });
  });

  it("are left out where there is no room, and named", () => {
    const more = Array.from({ length: 49 }, (_, place) => `/p${place}`);
    const { board: full, left } = withPaths(shown, more);
    expect(full.paths).toHaveLength(MOST_PATHS);
    expect(left).toEqual(["/p47", "/p48"]);
  });

  it("leave the comparison with the board", () => {
    expect(withoutPath(shown, "/c")).toEqual({ ...shown, paths: ["/a", "/b"] });
    expect(withoutPath(shown, "/a")).toEqual({ ...shown, paths: ["/b", "/c"], compare: [] });
  });
});

describe("an address with more paths than there is room for", () => {
  const many = new URLSearchParams(Array.from({ length: 53 }, (_, index) => ["path", `/p${index}`]));

  it("fills the board, and says which are left out", () => {
    expect(readBoard(many).paths).toHaveLength(50);
    expect(pathsBeyond(many)).toEqual(["/p50", "/p51", "/p52"]);
    many.append("path", "/p52");
    expect(pathsBeyond(many)).toHaveLength(3);
    expect(pathsBeyond(new URLSearchParams("path=/a"))).toEqual([]);
  });
});
