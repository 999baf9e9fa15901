import { Box, Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import type { VitalBudgets } from "@/data/browser-storage/project-settings";
import type { Observation } from "@/data/web-vitals/vitals-history";
import { capitalizePeriod, toChartPoints, toObservedPoints } from "@/features/vitals/model/chart-points";
import { getBudgetState } from "@/features/vitals/model/vital-budgets";
import { trendSummary } from "@/features/vitals/model/vital-messages";
import type { VitalReading } from "@/features/vitals/model/vital-reading";
import { thresholdBoundsLabel, VitalBar, VitalRatingLabel } from "@/features/vitals/parts/vital-figure";
import { formatVital, getVitalThreshold, metricKey } from "@/lib/web-vitals/vital-thresholds";
import { type ChartThreshold, TrendChart } from "@/ui/chart/trend-chart";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import classes from "./vital-section.module.css";

interface VitalSectionProps {
  readonly reading: VitalReading;
  readonly budgets: VitalBudgets;
  /** Stored values of the path, for all metrics. */
  readonly observed: readonly Observation[];
}

export function VitalSection({ reading, budgets, observed }: VitalSectionProps) {
  const { metric, name, value, text, notes } = reading;
  const threshold = getVitalThreshold(metric);
  const points = useMemo(() => toChartPoints(reading), [reading]);
  const observedPoints = useMemo(() => toObservedPoints(reading, observed), [reading, observed]);
  const chartBounds = useMemo(() => toChartBounds(metric, budgets), [metric, budgets]);
  const formatValue = useMemo(() => (each: number) => formatVital(metric, each), [metric]);
  return (
    <Section title={name === null ? metric : `${name} (${metric})`}>
      <div className={classes.columns}>
        <Stack gap={6} fz="sm">
          {threshold && <p className={shared.dim}>{threshold.measures}</p>}
          <Text className={shared.numeric} mt={6} fz={24} fw={600} lts="-0.02em" lh="32px">
            {text}
          </Text>
          {value === null ? (
            <p className={shared.dim}>
              {points.length === 0
                ? "The server has no current values for this metric."
                : "No data for this period."}
            </p>
          ) : (
            <VitalFacts reading={reading} budgets={budgets} />
          )}
          {notes.map((note) => (
            <Box key={note} component="p" fs="italic" c="dimmed">
              {note}
            </Box>
          ))}
        </Stack>
        <TrendChart
          label={metric}
          summary={trendSummary(reading)}
          points={points}
          pointsLabel="Server"
          backgroundPoints={observedPoints}
          backgroundLabel="Local history"
          thresholds={chartBounds}
          formatValue={formatValue}
        />
      </div>
    </Section>
  );
}

function VitalFacts({ reading, budgets }: Omit<VitalSectionProps, "observed">) {
  const { metric, current, change, percentileText, isRunning } = reading;
  const budget = getBudgetState(budgets, reading);
  const threshold = getVitalThreshold(metric);
  return (
    <>
      <VitalRatingLabel reading={reading} budgets={budgets} />
      <Box maw={320} px={4}>
        <VitalBar reading={reading} budgets={budgets} />
      </Box>
      {threshold ? (
        <p className={shared.dim}>
          {`${thresholdBoundsLabel(metric)} (`}
          <a href={threshold.source} target="_blank" rel="noreferrer">
            thresholds
          </a>
          )
        </p>
      ) : (
        <p className={shared.dim}>Not rated: this metric has no published thresholds.</p>
      )}
      <p>
        {capitalizePeriod(percentileText)}
        {current && ` for ${current.period}${isRunning ? " (so far)" : ""}`}
      </p>
      <p>{change === null ? "No previous value." : `${change.text} (${change.beforeText}).`}</p>
      {budget && (
        <Box component="p" c="var(--ui-accent-text)">
          {budget.label}.
        </Box>
      )}
    </>
  );
}

function toChartBounds(metric: string, budgets: VitalBudgets): readonly ChartThreshold[] {
  const threshold = getVitalThreshold(metric);
  const budget = budgets.get(metricKey(metric));
  const text = (value: number) => formatVital(metric, value);
  return [
    ...(threshold === null
      ? []
      : [
          { value: threshold.good, label: `Good up to ${text(threshold.good)}` },
          { value: threshold.poor, label: `Poor above ${text(threshold.poor)}` },
        ]),
    ...(budget === undefined ? [] : [{ value: budget, label: `Budget ${text(budget)}`, isCustom: true }]),
  ];
}
