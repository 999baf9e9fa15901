import { Box, Group } from "@mantine/core";
import { Link } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { type BoardRow, pathLabel, rowResponse } from "@/features/vitals/model/board-rows";
import { paths } from "@/lib/url/paths";
import { getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { ActionMenu } from "@/ui/overlay/action-menu";
import shared from "@/ui/theme/shared.module.css";
import classes from "./board.module.css";
import { MetricCell, OverallCell } from "./board-cell";
import type { BoardViewProps } from "./board-table";

export function BoardCards(props: BoardViewProps) {
  return (
    <ul className={`${shared.list} ${classes.cards}`} aria-label="Web vitals">
      {props.rows.map((row) => (
        <li key={row.path} className={`${shared.card} ${classes.card}`}>
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
      <Group gap={4} wrap="nowrap" mih={32}>
        <label className={classes.check} data-no-print>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={props.selection.has(row.path)}
            onChange={(event) => select(event.currentTarget.checked)}
          />
        </label>
        <Box component="h2" flex={1} miw={0} fz="md" className={`${shared.anywhere} ${classes.path}`}>
          <Link to={paths.vital(projectId, row.path)}>{name}</Link>
        </Box>
        <span data-no-print>
          <ActionMenu label={`Actions for ${name}`} actions={() => props.rowActions(row)} />
        </span>
      </Group>
      <Group gap="2px 12px" justify="space-between" mih={24} mb="xs">
        <OverallCell row={row} onRefresh={onRefresh} />
        {response?.computedAt && (
          <span className={shared.caption}>
            Computed <TimeStamp iso={response.computedAt} isPast />
          </span>
        )}
      </Group>
      <dl className={classes.metrics}>
        {metrics.map((metric) => (
          <div key={metric}>
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
