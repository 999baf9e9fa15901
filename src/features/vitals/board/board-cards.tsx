import { Link } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { type BoardRow, pathLabel, rowResponse } from "@/features/vitals/model/board-rows";
import { paths } from "@/lib/url/paths";
import { getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { ActionMenu } from "@/ui/overlay/action-menu";
import classes from "./board-cards.module.css";
import { MetricCell, OverallCell } from "./board-cell";
import type { BoardViewProps } from "./board-table";

export function BoardCards(props: BoardViewProps) {
  return (
    <ul className={classes.cards} aria-label="Web vitals">
      {props.rows.map((row) => (
        <li key={row.path} className={classes.card}>
          <BoardCard row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}

function BoardCard({
  row,
  metrics,
  budgets,
  onRefresh,
  ...props
}: BoardViewProps & { readonly row: BoardRow }) {
  const { projectId } = useApi();
  const name = pathLabel(row.path);
  const response = rowResponse(row);
  function select(isOn: boolean) {
    const next = new Set(props.selection);
    if (isOn) next.add(row.path);
    else next.delete(row.path);
    props.onSelectionChange(next);
  }
  return (
    <>
      <div className={classes.head}>
        <label className={classes.check} data-no-print>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={props.selection.has(row.path)}
            onChange={(event) => select(event.currentTarget.checked)}
          />
        </label>
        <h2 className={classes.title}>
          <Link to={paths.vital(projectId, row.path)}>{name}</Link>
        </h2>
        <span data-no-print>
          <ActionMenu label={`Actions for ${name}`} actions={() => props.rowActions(row)} />
        </span>
      </div>
      <div className={classes.overall}>
        <OverallCell row={row} onRefresh={onRefresh} />
        {response?.computedAt && (
          <span className={classes.age}>
            Computed <TimeStamp iso={response.computedAt} isPast />
          </span>
        )}
      </div>
      <dl className={classes.metrics}>
        {metrics.map((metric) => (
          <div key={metric} className={classes.metric}>
            <dt title={getVitalThreshold(metric)?.name}>{metric}</dt>
            <dd>
              <MetricCell row={row} metric={metric} budgets={budgets} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
