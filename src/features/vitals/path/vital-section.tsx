import { useMemo } from "react";
import type { VitalBudgets } from "@/data/browser-storage/vital-budgets";
import type { Observation } from "@/data/web-vitals/vitals-history";
import {
  chartPointsOf,
  courseWords,
  observedPointsOf,
  sentenceStart,
} from "@/features/vitals/model/chart-points";
import { budgetStateOf } from "@/features/vitals/model/vital-budgets";
import type { VitalReading } from "@/features/vitals/model/vital-reading";
import { boundsWords, VitalBar, VitalRatingWords } from "@/features/vitals/parts/vital-figure";
import { formatVital, metricKey, thresholdOf } from "@/lib/web-vitals/vital-thresholds";
import { TrendChart } from "@/ui/chart/trend-chart";
import { type ChartBound } from "@/ui/chart/trend-types";
import { Section } from "@/ui/primitives/section";
import classes from "./vital-section.module.css";

interface VitalSectionProps {
  readonly reading: VitalReading;
  readonly budgets: VitalBudgets;
  /** Of the path, of whatever metric. */
  readonly observed: readonly Observation[];
}

/** One metric of a path: the figure with all that is known of it, and its course. */
export function VitalSection({ reading, budgets, observed }: VitalSectionProps) {
  const { metric, name, value, words, notes } = reading;
  const threshold = thresholdOf(metric);
  const points = useMemo(() => chartPointsOf(reading), [reading]);
  const behind = useMemo(() => observedPointsOf(reading, observed), [reading, observed]);
  const bounds = useMemo(() => boundsOf(metric, budgets), [metric, budgets]);
  const formatValue = useMemo(() => (each: number) => formatVital(metric, each), [metric]);
  return (
    <Section title={name === null ? metric : `${name} (${metric})`}>
      <div className={classes.columns}>
        <div className={classes.facts}>
          {threshold && <p className={classes.dim}>{threshold.measures}</p>}
          <p className={classes.value}>{words}</p>
          {value === null ? (
            <p className={classes.dim}>
              {points.length === 0
                ? "The server gives no figures of this metric now."
                : "Nobody was measured in these days. That is no good figure, and no bad one."}
            </p>
          ) : (
            <Facts reading={reading} budgets={budgets} />
          )}
          {notes.map((note) => (
            <p key={note} className={classes.note}>
              {note}
            </p>
          ))}
        </div>
        <TrendChart
          label={metric}
          summary={courseWords(reading)}
          points={points}
          pointsLabel="Served"
          behind={behind}
          behindLabel="Own observations"
          bounds={bounds}
          formatValue={formatValue}
        />
      </div>
    </Section>
  );
}

function Facts({ reading, budgets }: Omit<VitalSectionProps, "observed">) {
  const { metric, current, change, percentileWords, isRunning } = reading;
  const budget = budgetStateOf(budgets, reading);
  const threshold = thresholdOf(metric);
  return (
    <>
      <VitalRatingWords reading={reading} budgets={budgets} />
      <div className={classes.bar}>
        <VitalBar reading={reading} budgets={budgets} />
      </div>
      {threshold ? (
        <p className={classes.dim}>
          {`${boundsWords(metric)} (`}
          <a href={threshold.source} target="_blank" rel="noreferrer">
            published bounds
          </a>
          )
        </p>
      ) : (
        <p className={classes.dim}>There are no published bounds for this metric, so it is not rated.</p>
      )}
      <p>
        {sentenceStart(percentileWords)}
        {current && ` of ${current.period}${isRunning ? " (not over yet)" : ""}`}
      </p>
      <p>{change === null ? "There is no figure before it." : `${change.words} (${change.beforeWords}).`}</p>
      {budget && <p className={classes.budget}>{budget.words}.</p>}
    </>
  );
}

function boundsOf(metric: string, budgets: VitalBudgets): readonly ChartBound[] {
  const threshold = thresholdOf(metric);
  const budget = budgets.get(metricKey(metric));
  const words = (value: number) => formatVital(metric, value);
  return [
    ...(threshold === null
      ? []
      : [
          { value: threshold.good, label: `Good up to ${words(threshold.good)}` },
          { value: threshold.poor, label: `Poor above ${words(threshold.poor)}` },
        ]),
    ...(budget === undefined ? [] : [{ value: budget, label: `Budget ${words(budget)}`, isOwn: true }]),
  ];
}
