import { type ChartPoint, layOutChart } from "@/lib/web-vitals/chart-layout";
import classes from "./sparkline.module.css";

interface SparklineProps {
  /** Text alternative. Empty when adjacent text has the same content. */
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** Highest value among the compared lines, so that all have the same scale. Defaults to the line's own. */
  readonly scaleMax?: number | undefined;
}

/** Renders a small trend line for use in text. Renders nothing without two consecutive values. */
export function Sparkline({ label, points, scaleMax }: SparklineProps) {
  const layout = layOutChart(points, [], scaleMax === undefined ? [] : [scaleMax]);
  const last = layout.points.at(-1);
  if (last === undefined || layout.segments.length === 0) return null;
  const ariaProps = label === "" ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg className={classes.spark} {...ariaProps}>
      {layout.segments.map(({ from, to }) => (
        <line
          key={`${from.x} ${to.x}`}
          className={classes.line}
          x1={`${from.x}%`}
          y1={`${100 - from.y}%`}
          x2={`${to.x}%`}
          y2={`${100 - to.y}%`}
        />
      ))}
      <circle className={classes.lastPoint} cx={`${last.x}%`} cy={`${100 - last.y}%`} r="2.5" />
    </svg>
  );
}
