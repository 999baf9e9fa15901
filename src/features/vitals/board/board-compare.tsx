import { Button } from "@mantine/core";
import type { VitalBudgets } from "@/data/browser-storage/vital-budgets";
import { useApi } from "@/data/client/api-context";
import { answerOf, type BoardRow, nameOfPath } from "@/features/vitals/model/board-rows";
import { vitalChange } from "@/features/vitals/model/vital-change";
import { readingOf, type VitalReading } from "@/features/vitals/model/vital-reading";
import { plural } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { thresholdOf } from "@/lib/web-vitals/vital-thresholds";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { Link } from "@/ui/primitives/link";
import { IconButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { CloseIcon } from "@/ui/theme/icons";
import { MetricCell, OverallCell } from "./board-cell";
import classes from "./board-compare.module.css";

interface BoardCompareProps {
  /** Two or more, in the order in which they were chosen; the others are measured against the first. */
  readonly rows: readonly BoardRow[];
  readonly metrics: readonly string[];
  readonly budgets: VitalBudgets;
  readonly onAsk: (path: string) => void;
  /** Takes a path out of the comparison. */
  readonly onLeaveOut: (path: string) => void;
  readonly onEnd: () => void;
}

/** Paths side by side: a column for each, and in words how they differ from the first. */
export function BoardCompare(props: BoardCompareProps) {
  const { rows, metrics, budgets, onAsk } = props;
  const { projectId } = useApi();
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <Section
      title={`${plural(rows.length, "path", "paths")} side by side`}
      actions={
        <Button variant="default" size="compact-sm" onClick={props.onEnd}>
          End the comparison
        </Button>
      }
    >
      <div className={classes.scroller} role="region" aria-label="Comparison" tabIndex={0}>
        <table className={classes.table} aria-label="Paths side by side">
          <thead>
            <tr>
              <th scope="col">
                <HiddenText>Metric</HiddenText>
              </th>
              {rows.map(({ path }) => (
                <th key={path} scope="col">
                  <span className={classes.name}>
                    <Link to={paths.vital(projectId, path)}>{nameOfPath(path)}</Link>
                    <IconButton
                      label={`Leave ${nameOfPath(path)} out`}
                      icon={<CloseIcon size={12} />}
                      onClick={() => props.onLeaveOut(path)}
                    />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Overall</th>
              {rows.map((row) => (
                <td key={row.path}>
                  <OverallCell row={row} onAsk={onAsk} />
                </td>
              ))}
            </tr>
            {metrics.map((metric) => (
              <tr key={metric}>
                <th scope="row" title={thresholdOf(metric)?.name}>
                  {metric}
                </th>
                {rows.map((row) => (
                  <td key={row.path}>
                    <MetricCell row={row} metric={metric} budgets={budgets} />
                    <p className={classes.difference}>{againstFirst(metric, first, row)}</p>
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

function readingIn(row: BoardRow, metric: string): VitalReading | null {
  const answer = answerOf(row);
  return answer && readingOf(answer, metric);
}

/** The period that a figure is of, in words; null where nobody says. */
function periodOf(row: BoardRow, { current }: VitalReading): string | null {
  return current?.at != null ? current.period : (answerOf(row)?.period ?? null);
}

/** "20% worse than /pricing"; that they cannot be compared, where their percentiles or periods differ. */
export function againstFirst(metric: string, first: BoardRow, row: BoardRow): string {
  if (row === first) return "Compared with this";
  const [one, other] = [readingIn(first, metric), readingIn(row, metric)];
  if (one === null || other === null || one.value === null || other.value === null) return "";
  if (one.percentile !== other.percentile) return `Another percentile than ${nameOfPath(first.path)}`;
  const [then, now] = [periodOf(first, one), periodOf(row, other)];
  if (then !== null && now !== null && then !== now)
    return `Another period than ${nameOfPath(first.path)}: ${now}, not ${then}`;
  const change = vitalChange(metric, {
    before: { value: one.value, words: one.words, period: nameOfPath(first.path) },
    now: { value: other.value, words: other.words, period: nameOfPath(row.path) },
    interval: null,
  });
  return change?.words.replace("the figure of ", "") ?? "";
}
