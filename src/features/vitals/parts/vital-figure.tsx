import { Box, VisuallyHidden } from "@mantine/core";
import type { VitalBudgets } from "@/data/browser-storage/project-settings";
import { RATING_TONES, ratingLabel } from "@/features/vitals/model/board-rows";
import { toChartPoints } from "@/features/vitals/model/chart-points";
import { getBudgetState } from "@/features/vitals/model/vital-budgets";
import type { VitalReading } from "@/features/vitals/model/vital-reading";
import { barPosition, formatVital, getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";
import { Sparkline } from "@/ui/chart/sparkline";
import { ThresholdBar } from "@/ui/chart/threshold-bar";
import { Status } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import classes from "./vital-figure.module.css";

interface VitalFigureProps {
  readonly reading: VitalReading;
  readonly budgets: VitalBudgets;
}

interface ScaledFigureProps extends VitalFigureProps {
  /** Highest value among the compared figures. */
  readonly scaleMax?: number | undefined;
}

export function VitalFigure({ reading, budgets, scaleMax }: ScaledFigureProps) {
  const { value, text, percentile, change } = reading;
  if (value === null) return <span className={shared.dim}>{text}</span>;
  return (
    <div className={classes.figure}>
      <div className={classes.line}>
        <span className={classes.value}>{text}</span>
        <span className={classes.percentile} title={reading.percentileText}>
          {percentile ?? "unknown percentile"}
        </span>
        <span className={classes.spark}>
          <Sparkline label="" points={toChartPoints(reading)} scaleMax={scaleMax} />
        </span>
      </div>
      <VitalRatingLabel reading={reading} budgets={budgets} />
      <VitalBar reading={reading} budgets={budgets} />
      <div className={classes.change} title={change?.text}>
        {change === null ? "No previous value" : change.shortText}
        {change !== null && <VisuallyHidden>{change.text.slice(change.shortText.length)}</VisuallyHidden>}
      </div>
    </div>
  );
}

export function VitalRatingLabel({ reading, budgets }: VitalFigureProps) {
  const state = getBudgetState(budgets, reading);
  return (
    <div className={classes.ratings}>
      <Status
        tone={reading.rating === null ? "neutral" : RATING_TONES[reading.rating]}
        label={ratingLabel(reading.rating)}
      />
      {state?.isOver && (
        <span className={classes.overBudget} title={state.label}>
          Over budget
        </span>
      )}
    </div>
  );
}

/** Shows the value on a threshold bar. Without thresholds, reserves the bar's height to avoid a layout shift. */
export function VitalBar({ reading, budgets }: VitalFigureProps) {
  const { metric, value } = reading;
  const position = value === null ? null : barPosition(metric, value);
  if (position === null) return <Box h={14} />;
  const budget = getBudgetState(budgets, reading)?.budget;
  const limit = budget === undefined ? undefined : (barPosition(metric, budget) ?? undefined);
  return <ThresholdBar label={thresholdBoundsLabel(metric)} position={position} limit={limit} />;
}

/** Formats the bounds: "Good up to 200 ms, poor above 500 ms". Empty without thresholds. */
export function thresholdBoundsLabel(metric: string): string {
  const threshold = getVitalThreshold(metric);
  if (threshold === null) return "";
  const { good, poor } = threshold;
  return `Good up to ${formatVital(metric, good)}, poor above ${formatVital(metric, poor)}`;
}
