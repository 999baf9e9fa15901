import type { ChartPoint } from "@/lib/web-vitals/chart-layout";

export interface TrendChartProps {
  /** Accessible name: the measured quantity. */
  readonly label: string;
  /** Text summary: period, minimum, maximum, latest value. */
  readonly summary: string;
  readonly points: readonly ChartPoint[];
  /** Series name in the legend: "Served". */
  readonly pointsLabel: string;
  /** Longer series drawn in the background. */
  readonly behind?: readonly ChartPoint[] | undefined;
  readonly behindLabel?: string;
  readonly bounds?: readonly ChartThreshold[];
  readonly formatValue: (value: number) => string;
}

/** A labeled threshold line. */
export interface ChartThreshold {
  readonly value: number;
  readonly label: string;
  /** User-defined, drawn differently. */
  readonly isCustom?: boolean;
}
