import type { VitalBudgets } from "@/data/browser-storage/vital-budgets";
import { RATING_TONES, ratingWords } from "@/features/vitals/model/board-rows";
import { chartPointsOf } from "@/features/vitals/model/chart-points";
import { budgetStateOf } from "@/features/vitals/model/vital-budgets";
import type { VitalReading } from "@/features/vitals/model/vital-reading";
import { barPlaceOf, formatVital, thresholdOf } from "@/lib/web-vitals/vital-thresholds";
import { Sparkline } from "@/ui/chart/sparkline";
import { ThresholdBar } from "@/ui/chart/threshold-bar";
import { Status } from "@/ui/primitives/status";
import classes from "./vital-figure.module.css";

interface VitalFigureProps {
  readonly reading: VitalReading;
  readonly budgets: VitalBudgets;
}

/** A figure with all that is said of it: percentile, rating, its place between the bounds, its course, its change. */
export function VitalFigure({ reading, budgets }: VitalFigureProps) {
  const { value, words, percentile, change } = reading;
  if (value === null) return <span className={classes.none}>{words}</span>;
  return (
    <div className={classes.figure}>
      <div className={classes.line}>
        <span className={classes.value}>{words}</span>
        <span className={classes.percentile} title={reading.percentileWords}>
          {percentile ?? "percentile not said"}
        </span>
        <span className={classes.spark}>
          <Sparkline label="" points={chartPointsOf(reading)} />
        </span>
      </div>
      <VitalRatingWords reading={reading} budgets={budgets} />
      <VitalBar reading={reading} budgets={budgets} />
      <div className={classes.change}>{change?.words ?? "No figure before"}</div>
    </div>
  );
}

/** The rating as dot and word, and whether the own budget is exceeded. */
export function VitalRatingWords({ reading, budgets }: VitalFigureProps) {
  const state = budgetStateOf(budgets, reading);
  return (
    <div className={classes.ratings}>
      <Status
        tone={reading.rating === null ? "neutral" : RATING_TONES[reading.rating]}
        label={ratingWords(reading.rating)}
      />
      {state?.isOver && (
        <span className={classes.over} title={state.words}>
          Over budget
        </span>
      )}
    </div>
  );
}

/** Where the figure stands between the published bounds; its room stays where there are none. */
export function VitalBar({ reading, budgets }: VitalFigureProps) {
  const { metric, value } = reading;
  const place = value === null ? null : barPlaceOf(metric, value);
  if (place === null) return <div className={classes.noBar} />;
  const budget = budgetStateOf(budgets, reading)?.budget;
  const limit = budget === undefined ? undefined : (barPlaceOf(metric, budget) ?? undefined);
  return <ThresholdBar label={boundsWords(metric)} place={place} limit={limit} />;
}

/** "Good up to 200 ms, poor above 500 ms"; empty for a metric without published bounds. */
export function boundsWords(metric: string): string {
  const threshold = thresholdOf(metric);
  if (threshold === null) return "";
  const { good, poor } = threshold;
  return `Good up to ${formatVital(metric, good)}, poor above ${formatVital(metric, poor)}`;
}
