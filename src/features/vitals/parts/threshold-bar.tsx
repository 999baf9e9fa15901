import { type ChartPoint, layOutChart } from "@/lib/web-vitals/chart-layout";
import classes from "./threshold-bar.module.css";

const ZONE_TONES = ["positive", "warning", "danger"] as const;
const ZONE_WIDTH = 100 / 3;

export function ThresholdBar(props: {
  readonly label: string;
  /** Position of the mark, from 0 to 1. The bar has three zones of the same width. */
  readonly position: number;
  /** Position of the user-defined limit, from 0 to 1. */
  readonly limit?: number | undefined;
}) {
  const { label, position, limit } = props;
  return (
    <svg className={classes.bar} role="img" aria-label={label}>
      {ZONE_TONES.map((tone, zone) => (
        <rect
          key={tone}
          className={classes.zone}
          data-tone={tone}
          x={`${zone * ZONE_WIDTH}%`}
          y="5"
          width={`${ZONE_WIDTH}%`}
          height="4"
        />
      ))}
      {[ZONE_WIDTH, 2 * ZONE_WIDTH].map((x) => (
        <line key={x} className={classes.divider} x1={`${x}%`} x2={`${x}%`} y1="5" y2="9" />
      ))}
      {limit !== undefined && (
        <line className={classes.limit} x1={`${limit * 100}%`} x2={`${limit * 100}%`} y1="1" y2="13" />
      )}
      <circle className={classes.mark} cx={`${position * 100}%`} cy="7" r="4" />
    </svg>
  );
}

/** Renders a small trend line beside a text with the same content. Renders nothing without two consecutive values. */
export function Sparkline(props: {
  readonly points: readonly ChartPoint[];
  /** Highest value among the compared lines, so that all have the same scale. Defaults to the line's own. */
  readonly scaleMax?: number | undefined;
}) {
  const { points, scaleMax } = props;
  const layout = layOutChart(points, [], scaleMax === undefined ? [] : [scaleMax]);
  const last = layout.points.at(-1);
  if (last === undefined || layout.segments.length === 0) return null;
  return (
    <svg className={classes.spark} aria-hidden="true">
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
