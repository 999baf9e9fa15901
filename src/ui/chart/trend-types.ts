import type { ChartPoint } from "@/lib/web-vitals/chart-layout";

export interface TrendChartProps {
  /** Accessible name, which includes the measured quantity. */
  readonly label: string;
  /** Text summary with the period, minimum, maximum, and latest value. */
  readonly summary: string;
  readonly points: readonly ChartPoint[];
  /** Name of the series in the legend, such as "Served". */
  readonly pointsLabel: string;
  readonly backgroundPoints?: readonly ChartPoint[] | undefined;
  readonly backgroundLabel?: string;
  readonly thresholds?: readonly ChartThreshold[];
  readonly formatValue: (value: number) => string;
}

export interface ChartThreshold {
  readonly value: number;
  readonly label: string;
  /** Whether the user has set the threshold. Changes its appearance. */
  readonly isCustom?: boolean;
}
