import type { ChartPoint } from "@/lib/web-vitals/chart-layout";

/** What a chart of a series shows. */
export interface TrendChartProps {
  /** The accessible name: what is measured. */
  readonly label: string;
  /** The same in words: from when to when, the lowest, the highest, the newest. */
  readonly summary: string;
  readonly points: readonly ChartPoint[];
  /** What the points are, for the legend: "Served". */
  readonly pointsLabel: string;
  /** A longer series behind it. */
  readonly behind?: readonly ChartPoint[] | undefined;
  readonly behindLabel?: string;
  readonly bounds?: readonly ChartThreshold[];
  readonly formatValue: (value: number) => string;
}

/** A value that divides the field, with its name. */
export interface ChartThreshold {
  readonly value: number;
  readonly label: string;
  /** A person's own, drawn differently. */
  readonly isCustom?: boolean;
}
