import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { OccurrenceTable } from "./occurrence-table";

const DATES = ["2026-11-23T09:00:00Z"];

it.each([
  { zone: "Asia/Tokyo", columns: ["Asia/Tokyo", "UTC"], cells: [/18:00/, /09:00/] },
  { zone: "UTC", columns: ["UTC"], cells: [/09:00/] },
])("shows $zone and UTC, each once", ({ zone, columns, cells }) => {
  render(<OccurrenceTable dates={DATES} zone={zone} label="Next deliveries" />);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(columns);
  const shown = screen.getAllByRole("cell");
  expect(shown).toHaveLength(cells.length);
  for (const [index, text] of cells.entries()) expect(shown[index]).toHaveTextContent(text);
});
