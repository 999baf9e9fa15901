import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import {
  addBoardPaths,
  type Board,
  formatBoard,
  getPathsOverLimit,
  hasPaths,
  MAX_PATHS,
  parseBoard,
  removeBoardPath,
} from "./board-search-params";

const EMPTY: Board = { paths: [], view: "table", sort: [], compare: [] };
const parse = (search: string) => parseBoard(new URLSearchParams(search));

const board: fc.Arbitrary<Board> = fc
  .uniqueArray(
    fc.oneof(
      fc.constant(ALL_PAGES),
      fc.webPath({ size: "small" }).map((path) => `/${path}`),
      fc.constantFrom("/gr%C3%B6%c3%9fe", "/a/../b", "/a/", "//a", "/a\\b", "/a&b=c", "/a+b", "/a,b"),
    ),
    { maxLength: MAX_PATHS },
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

describe("the URL of a board", () => {
  it("restores the board", () => {
    fc.assert(
      fc.property(board, (originalBoard) => {
        expect(parse(formatBoard(originalBoard))).toEqual(originalBoard);
      }),
    );
  });

  it("is readable, distinguishes an empty board from none, and accepts full URLs once", () => {
    const originalBoard = { ...EMPTY, paths: ["/docs/start", "/pricing"], view: "cards" } as const;
    expect(formatBoard(originalBoard)).toBe("?path=/docs/start&path=/pricing&view=cards");
    expect(hasPaths(new URLSearchParams(formatBoard(EMPTY)))).toBe(true);
    expect(parse(formatBoard(EMPTY))).toEqual(EMPTY);
    expect(hasPaths(new URLSearchParams("view=cards"))).toBe(false);
    expect(parse("path=https://x.example/docs&path=/docs&path=mailto:a@x.co&path=/blog").paths).toEqual([
      "/docs",
      "/blog",
    ]);
  });

  it.each(["view=wall", "sort=%20,", "compare=/a&compare=/b", "path=/a&path=/b&compare=/a&compare=/c"])(
    "leaves out what makes no sense: %s",
    (search) => {
      expect(parse(search)).toEqual({ ...EMPTY, paths: parse(search).paths });
    },
  );
});

describe("the paths of a board", () => {
  const originalBoard: Board = { ...EMPTY, paths: ["/a", "/b", "/c"], compare: ["/a", "/b"] };

  it("are appended once, and rejected over the limit", () => {
    expect(addBoardPaths(originalBoard, ["/d", "/a", "/e"])).toEqual({
      board: { ...originalBoard, paths: ["/a", "/b", "/c", "/d", "/e"] },
      rejectedPaths: [],
    });
    const addedPaths = Array.from({ length: 49 }, (_, index) => `/p${index}`);
    const { board: full, rejectedPaths: left } = addBoardPaths(originalBoard, addedPaths);
    expect(full.paths).toHaveLength(MAX_PATHS);
    expect(left).toEqual(["/p47", "/p48"]);
  });

  it("leave the comparison when removed", () => {
    expect(removeBoardPath(originalBoard, "/c")).toEqual({ ...originalBoard, paths: ["/a", "/b"] });
    expect(removeBoardPath(originalBoard, "/a")).toEqual({
      ...originalBoard,
      paths: ["/b", "/c"],
      compare: [],
    });
  });
});

describe("a URL with too many paths", () => {
  const many = new URLSearchParams(Array.from({ length: 53 }, (_, index) => ["path", `/p${index}`]));

  it("fills the board, and lists the others", () => {
    expect(parseBoard(many).paths).toHaveLength(50);
    expect(getPathsOverLimit(many)).toEqual(["/p50", "/p51", "/p52"]);
    many.append("path", "/p52");
    expect(getPathsOverLimit(many)).toHaveLength(3);
    expect(getPathsOverLimit(new URLSearchParams("path=/a"))).toEqual([]);
  });
});
