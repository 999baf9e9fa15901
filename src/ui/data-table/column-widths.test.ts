import { expect, it } from "vitest";
import { columnWidthsCss } from "./data-table-header";

const columns = [{ id: "title" }, { id: "source", width: "100px" }, { id: "state", width: "80px" }];

it("uses the default widths until a column is resized, then shares the space that the others leave", () => {
  expect(columnWidthsCss(columns, { other: 300 }, ["84px"])).toEqual([undefined, "100px", "80px"]);
  const widths = columnWidthsCss(columns, { title: 300, source: 100 }, ["84px"]);
  expect(widths).toEqual([
    "calc((100cqw - 84px - 80px) * 0.75)",
    "calc((100cqw - 84px - 80px) * 0.25)",
    "80px",
  ]);
  expect(columnWidthsCss(columns, { source: 80 }, [])[0]).toBe("calc((100cqw - 80px) * 0.75)");
});

it("narrows columns when optional ones are shown, so that the first column keeps its space", () => {
  const widths = columnWidthsCss([...columns, { id: "id", width: "90px", isOptional: true }], {}, ["84px"]);
  const most = "(100cqw - 84px - 180px) / 3";
  expect(widths).toEqual([undefined, `min(100px, ${most})`, `min(80px, ${most})`, `min(90px, ${most})`]);
});
