import { hashText, seededRandom } from "./random";

/** Metrics in the servers' order (upstream-facts, Web vitals). */
export const METRICS = ["INP", "LCP", "CLS", "FCP"] as const;
export type Metric = (typeof METRICS)[number];

type Level = Readonly<Record<Metric, number>>;

function createLevel(INP: number, LCP: number, CLS: number, FCP: number): Level {
  return { INP, LCP, CLS, FCP };
}

/** 90th percentiles of the demo paths. Times are in ms, and CLS has no unit. The values cover all ratings. */
const LEVELS: ReadonlyMap<string, Level> = new Map([
  ["/", createLevel(120, 1_900, 0.04, 1_200)],
  ["/pricing", createLevel(160, 2_250, 0.07, 1_450)],
  ["/signup", createLevel(240, 2_100, 0.02, 1_350)],
  ["/login", createLevel(90, 1_400, 0, 980)],
  ["/docs", createLevel(110, 1_650, 0.01, 1_050)],
  ["/blog", createLevel(140, 3_300, 0.18, 2_100)],
  ["/checkout", createLevel(420, 3_700, 0.12, 2_400)],
  ["/checkout/review", createLevel(610, 4_900, 0.09, 2_900)],
  ["/app/dashboard", createLevel(560, 5_200, 0.31, 3_400)],
  ["/app/insights", createLevel(380, 4_300, 0.22, 2_700)],
  ["/app/settings", createLevel(170, 2_700, 0.05, 1_900)],
  // Nobody interacts with the status page, so it has no INP.
  ["/status", createLevel(0, 1_150, 0.03, 820)],
]);

/**
 * Returns the 90th percentile of a path's metric in a week. The value varies by week and is 0
 * without data.
 */
export function getVital(path: string, metric: Metric, week: string): number {
  const typicalValue = LEVELS.get(path)?.[metric] ?? 0;
  const random = seededRandom(hashText(`vital ${path} ${metric} ${week}`));
  const value = typicalValue * (0.94 + random() * 0.12);
  return metric === "CLS" ? Math.round(value * 10_000) / 10_000 : Math.round(value * 10) / 10;
}
