import { useState } from "react";
import { plural } from "@/lib/text/numbers";
import type { ChartPoint } from "@/lib/web-vitals/chart-layout";
import { ChevronRightIcon } from "@/ui/theme/icons";
import classes from "./trend-chart.module.css";
import type { TrendChartProps } from "./trend-types";

/** The points of a chart as a table behind a disclosure; as they were given, gaps too. */
export function TrendTable(props: TrendChartProps) {
  const { label, points, behind = [], pointsLabel, behindLabel = "" } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <ChevronRightIcon size={12} />
        {`As a table, ${plural(points.length + behind.length, "point", "points")}`}
      </summary>
      {isOpen && (
        <div className={classes.scroller} role="region" aria-label={`Table of ${label}`} tabIndex={0}>
          <table className={classes.table} aria-label={label}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Value</th>
                <th scope="col">Remark</th>
                {behind.length > 0 && <th scope="col">Series</th>}
              </tr>
            </thead>
            <tbody>
              <Rows points={points} props={props} series={behind.length > 0 ? pointsLabel : null} />
              <Rows points={behind} props={props} series={behindLabel} />
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

interface RowsProps {
  readonly points: readonly ChartPoint[];
  readonly props: TrendChartProps;
  readonly series: string | null;
}

function Rows({ points, props, series }: RowsProps) {
  return points.map((point, place) => (
    <tr key={place}>
      <th scope="row">{point.label}</th>
      <td>{point.value === null ? "No data" : props.formatValue(point.value)}</td>
      <td>{point.note}</td>
      {series !== null && <td>{series}</td>}
    </tr>
  ));
}
