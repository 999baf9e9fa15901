import { Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import { type BoardRow, pathLabel, rowResponse } from "@/features/vitals/model/board-rows";
import { compareFigures } from "@/features/vitals/model/vital-periods";
import { findReading, type VitalReading } from "@/features/vitals/model/vital-reading";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";
import { IconButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { CloseIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./board.module.css";
import { MetricCell, OverallCell } from "./board-cell";

const NAME_WIDTH_PX = 72;
const MIN_COLUMN_WIDTH_PX = 176;

interface BoardCompareProps {
  /** Two or more rows in the order of selection. The first is the baseline. */
  readonly rows: readonly BoardRow[];
  readonly metrics: readonly string[];
  readonly onRefresh: (path: string) => void;
  readonly onRemovePath: (path: string) => void;
  readonly onEnd: () => void;
}

export function BoardCompare(props: BoardCompareProps) {
  const { rows, metrics, onRefresh } = props;
  const { projectId } = useApi();
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <Section
      title={`Comparison of ${pluralize(rows.length, "path", "paths")}`}
      actions={<Button onClick={props.onEnd}>Close comparison</Button>}
    >
      <div className={classes.scroller} role="region" aria-label="Comparison" tabIndex={0}>
        <table
          className={classes.comparison}
          style={{ minWidth: NAME_WIDTH_PX + rows.length * MIN_COLUMN_WIDTH_PX }}
          aria-label="Path comparison"
        >
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>Metric</VisuallyHidden>
              </th>
              {rows.map(({ path }) => (
                <th key={path} scope="col">
                  <Group
                    component="span"
                    gap={4}
                    wrap="nowrap"
                    justify="space-between"
                    className={`${shared.anywhere} ${classes.path}`}
                  >
                    <Link to={paths.vital(projectId, path)}>{pathLabel(path)}</Link>
                    <IconButton
                      label={`Remove ${pathLabel(path)} from comparison`}
                      icon={<CloseIcon size={12} />}
                      onClick={() => props.onRemovePath(path)}
                    />
                  </Group>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Overall</th>
              {rows.map((row) => (
                <td key={row.path}>
                  <OverallCell row={row} onRefresh={onRefresh} />
                </td>
              ))}
            </tr>
            {metrics.map((metric) => (
              <tr key={metric}>
                <th scope="row" title={getVitalThreshold(metric)?.name}>
                  {metric}
                </th>
                {rows.map((row) => (
                  <td key={row.path}>
                    <MetricCell row={row} metric={metric} scaleMax={getScaleMax(metric, rows)} />
                    <Text mih={16} c="var(--ui-text)" fz="xs" fw={500}>
                      {compareWithFirst(metric, first, row)}
                    </Text>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function readingForRow(row: BoardRow, metric: string): VitalReading | null {
  const response = rowResponse(row);
  return response && findReading(response, metric);
}

/** Returns the highest value of a metric, which all compared trend lines use as their scale. */
export function getScaleMax(metric: string, rows: readonly BoardRow[]): number {
  const points = rows.flatMap((row) => readingForRow(row, metric)?.points ?? []);
  return Math.max(0, ...points.map(({ value }) => value ?? 0));
}

function rowPeriod(row: BoardRow, { current }: VitalReading): string | null {
  return current?.at != null ? current.period : (rowResponse(row)?.period ?? null);
}

/**
 * Compares a row's value with the first row's: "20% worse than /pricing". Explains why values with different
 * percentiles or periods can't be compared. Returns "Baseline" for the first row, and "" if a value is missing.
 */
export function compareWithFirst(metric: string, first: BoardRow, row: BoardRow): string {
  if (row === first) return "Baseline";
  const [firstReading, rowReading] = [readingForRow(first, metric), readingForRow(row, metric)];
  if (firstReading?.value == null || rowReading?.value == null) return "";
  if (firstReading.percentile !== rowReading.percentile) return "Not comparable: different percentiles";
  const [firstPeriod, otherPeriod] = [rowPeriod(first, firstReading), rowPeriod(row, rowReading)];
  if (firstPeriod !== null && otherPeriod !== null && firstPeriod !== otherPeriod)
    return `Not comparable: different periods (${otherPeriod} and ${firstPeriod})`;
  const change = compareFigures(metric, {
    before: { value: firstReading.value, text: firstReading.text, period: pathLabel(first.path) },
    now: { value: rowReading.value, text: rowReading.text, period: pathLabel(row.path) },
    interval: null,
  });
  return change?.text ?? "";
}
