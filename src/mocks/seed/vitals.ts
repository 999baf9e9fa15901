import { seededRandom } from "./random";

/** Metrics in the servers' order (upstream-facts, Web vitals). */
export const METRICS = ["INP", "LCP", "CLS", "FCP"] as const;
export type Metric = (typeof METRICS)[number];

/**
 * 90th percentiles of the demo paths, in the order of the metrics. Times are in ms, and CLS has no unit. The values cover
 * all ratings. Nobody interacts with the status page, so it has no INP.
 */
const LEVELS: Readonly<Record<string, readonly [INP: number, LCP: number, CLS: number, FCP: number]>> = {
  "/": [120, 1_900, 0.04, 1_200],
  "/pricing": [160, 2_250, 0.07, 1_450],
  "/signup": [240, 2_100, 0.02, 1_350],
  "/docs": [110, 1_650, 0.01, 1_050],
  "/blog": [140, 3_300, 0.18, 2_100],
  "/checkout": [420, 3_700, 0.12, 2_400],
  "/checkout/review": [610, 4_900, 0.09, 2_900],
  "/app/dashboard": [560, 5_200, 0.31, 3_400],
  "/app/insights": [380, 4_300, 0.22, 2_700],
  "/status": [0, 1_150, 0.03, 820],
};

/** Returns the 90th percentile of a path's metric in a week. Varies by week, and is 0 without data. */
export function getVital(path: string, metric: Metric, week: string): number {
  const typical = Object.hasOwn(LEVELS, path) ? (LEVELS[path]?.[METRICS.indexOf(metric)] ?? 0) : 0;
  const value = typical * (0.94 + seededRandom(`vital ${path} ${metric} ${week}`)() * 0.12);
  return Number(value.toFixed(metric === "CLS" ? 4 : 1));
}
