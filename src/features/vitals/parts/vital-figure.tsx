import { Box, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import type { VitalBudgets } from "@/data/browser-storage/project-settings";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import { rowResponse } from "@/features/vitals/model/board-rows";
import { getBudgetState } from "@/features/vitals/model/vital-budgets";
import { toChartPoints, type VitalReading } from "@/features/vitals/model/vital-reading";
import { paths } from "@/lib/url/paths";
import { getOtherSpelling } from "@/lib/web-vitals/page-path";
import {
  barPosition,
  formatVital,
  getVitalThreshold,
  RATING_TONES,
  ratingLabel,
  VITAL_THRESHOLDS,
} from "@/lib/web-vitals/vital-thresholds";
import { HelpText, HelpTip } from "@/ui/overlay/panel";
import { Status } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import { Sparkline, ThresholdBar } from "./threshold-bar";
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
          <Sparkline points={toChartPoints(reading)} scaleMax={scaleMax} />
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

/** For a path without data. Requests the path with or without the slash at its end, and links to it if it has data. */
export function OtherSpelling({ path }: { readonly path: string }) {
  const api = useApi();
  const other = getOtherSpelling(path);
  const { data = null } = useQuery({ ...vitalsQueries.path(api, other), enabled: other !== null });
  if (other === null || !rowResponse({ data })?.hasData) return null;
  return (
    <span style={{ fontSize: 12 }}>
      <Link to={paths.vital(api.projectId, other)}>{other}</Link> has data.
    </span>
  );
}

export function VitalHelp() {
  return (
    <HelpTip topic="percentiles and ratings">
      <HelpText>
        <strong>75th percentile</strong>: 75% of visits had this value or better. Ratings are defined for this
        percentile. The 90th also covers slower visits.
      </HelpText>
      {VITAL_THRESHOLDS.map(({ metric, source }) => (
        <HelpText key={metric}>
          <a href={source} target="_blank" rel="noreferrer">
            {metric}
          </a>
          {`: ${thresholdBoundsLabel(metric)}.`}
        </HelpText>
      ))}
      <HelpText>Thresholds are from web.dev. The server chooses the percentile and period.</HelpText>
    </HelpTip>
  );
}
