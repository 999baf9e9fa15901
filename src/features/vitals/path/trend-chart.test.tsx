import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ChartPoint } from "@/lib/web-vitals/chart-layout";
import { TrendChart } from "./trend-chart";

const DAY_MS = 86_400_000;

function point(day: number, value: number | null, note?: string): ChartPoint {
  return { at: day * DAY_MS, label: `Day ${day}`, value, ...(note === undefined ? {} : { note }) };
}

function renderChart(points: readonly ChartPoint[], backgroundPoints: readonly ChartPoint[] = []) {
  render(
    <TrendChart
      label="LCP"
      summary="Three values, the newest 30 ms."
      points={points}
      backgroundPoints={backgroundPoints}
      thresholds={[]}
      formatValue={(value) => `${value} ms`}
    />,
  );
  return userEvent.setup();
}

const chart = () => screen.getByRole("listbox", { name: "Points of LCP" });
const getSelectedOption = () => within(chart()).queryByRole("option", { selected: true });

it("starts at the newest point and moves through both series by arrow keys", async () => {
  const user = renderChart([point(3, 10, "Good"), point(4, null), point(5, 30, "Poor")], [point(1, 50)]);
  await user.tab();
  expect(chart()).toHaveFocus();
  expect(getSelectedOption()).toHaveAccessibleName("Day 5: 30 ms, Poor, Server");
  expect(chart()).toHaveAttribute("aria-activedescendant", getSelectedOption()?.id);
  await user.keyboard("{ArrowLeft}");
  // Day 4 has no value, so it can't be selected.
  expect(getSelectedOption()).toHaveAccessibleName("Day 3: 10 ms, Good, Server");
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(getSelectedOption()).toHaveAccessibleName("Day 1: 50 ms, Local history");
  await user.keyboard("{End}");
  expect(getSelectedOption()).toHaveAccessibleName("Day 5: 30 ms, Poor, Server");
  await user.keyboard("{Home}{ArrowRight}");
  expect(getSelectedOption()).toHaveAccessibleName("Day 3: 10 ms, Good, Server");
});

it("shows a table with gaps and series", async () => {
  const user = renderChart([point(3, 10, "Good"), point(4, null)], [point(1, 50)]);
  await user.click(screen.getByText("Show table, 3 points"));
  const rows = within(await screen.findByRole("table", { name: "LCP" })).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["When", "Value", "Note", "Series"],
    ["Day 3", "10 ms", "Good", "Server"],
    ["Day 4", "No data", "", "Server"],
    ["Day 1", "50 ms", "", "Local history"],
  ]);
});

it("notes a background series that can't be placed", () => {
  renderChart([{ at: null, label: "first", value: 10 }], [point(1, 50)]);
  expect(within(chart()).getAllByRole("option")).toHaveLength(1);
  expect(screen.getByText(/table only/)).toBeInTheDocument();
});
