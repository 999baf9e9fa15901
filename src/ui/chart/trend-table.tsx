import { pluralize } from "@/lib/text/numbers";
import type { ChartPoint } from "@/lib/web-vitals/chart-layout";
import { Disclosure } from "@/ui/primitives/disclosure";
import classes from "./trend-chart.module.css";
import type { TrendChartProps } from "./trend-types";

/** Shows the points as a collapsible table in the given order, including gaps. */
export function TrendTable(props: TrendChartProps) {
  const { label, points, backgroundPoints = [], pointsLabel, backgroundLabel = "" } = props;
  return (
    <Disclosure
      summary={`Show table, ${pluralize(points.length + backgroundPoints.length, "point", "points")}`}
    >
      {() => (
        <div className={classes.scroller} role="region" aria-label={`Table of ${label}`} tabIndex={0}>
          <table className={classes.table} aria-label={label}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Value</th>
                <th scope="col">Note</th>
                {backgroundPoints.length > 0 && <th scope="col">Series</th>}
              </tr>
            </thead>
            <tbody>
              <TrendTableRows
                points={points}
                props={props}
                series={backgroundPoints.length > 0 ? pointsLabel : null}
              />
              <TrendTableRows points={backgroundPoints} props={props} series={backgroundLabel} />
            </tbody>
          </table>
        </div>
      )}
    </Disclosure>
  );
}

interface TrendTableRowsProps {
  readonly points: readonly ChartPoint[];
  readonly props: TrendChartProps;
  readonly series: string | null;
}

function TrendTableRows({ points, props, series }: TrendTableRowsProps) {
  return points.map((point, index) => (
    <tr key={index}>
      <th scope="row">{point.label}</th>
      <td>{point.value === null ? "No data" : props.formatValue(point.value)}</td>
      <td>{point.note}</td>
      {series !== null && <td>{series}</td>}
    </tr>
  ));
}
