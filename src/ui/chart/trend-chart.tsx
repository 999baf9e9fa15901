import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from "react";
import {
  type ChartLayout,
  type ChartPoint,
  layOutChart,
  type PlacedPoint,
} from "@/lib/web-vitals/chart-layout";
import classes from "./trend-chart.module.css";
import { TrendTable } from "./trend-table";
import type { ChartBound, TrendChartProps } from "./trend-types";

const NONE: readonly ChartPoint[] = [];
const NO_BOUNDS: readonly ChartBound[] = [];

/**
 * A series over time as lines and points, in words, and as a table. Its points are reached by the arrow keys, by a
 * pointer or a finger; what is said of one has its place, so that nothing moves.
 */
export function TrendChart(props: TrendChartProps) {
  const { points, behind = NONE, bounds = NO_BOUNDS } = props;
  const id = useId();
  const layout = useMemo(
    () =>
      layOutChart(
        points,
        behind,
        bounds.map(({ value }) => value),
      ),
    [points, behind, bounds],
  );
  const [chosen, setChosen] = useState<ChartPoint | null>(null);
  const at = layout.points.findIndex(({ point }) => point === chosen);
  const newest = layout.points.findLast(({ isBehind }) => !isBehind) ?? layout.points.at(-1);
  const shown = layout.points[at] ?? newest;

  function onKeyDown(event: KeyboardEvent) {
    const next = nextPoint(event.key, at, layout.points.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(layout.points[next]?.point ?? null);
  }

  function onPointer(event: PointerEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width === 0) return;
    const x = ((event.clientX - box.left) / box.width) * 100;
    const y = 100 - ((event.clientY - box.top) / box.height) * 100;
    setChosen(nearest(layout.points, x, y)?.point ?? null);
  }

  return (
    <figure className={classes.figure} aria-labelledby={`${id}-summary`}>
      <div className={classes.readout} aria-hidden="true">
        {shown && <Readout shown={shown} props={props} />}
      </div>
      <div className={classes.field}>
        <div className={classes.values} aria-hidden="true">
          {layout.ticks.map(({ value, y }) => (
            <span key={value} style={{ bottom: `${y}%` }}>
              {props.formatValue(value)}
            </span>
          ))}
        </div>
        <svg
          className={classes.plot}
          role="listbox"
          aria-label={`Points of ${props.label}`}
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          aria-orientation="horizontal"
          tabIndex={0}
          onKeyDown={onKeyDown}
          onFocus={() => chosen === null && setChosen(newest?.point ?? null)}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
        >
          <Field layout={layout} bounds={bounds} />
          {layout.pieces.map(({ from, to }) => (
            <line
              key={`${from.isBehind} ${from.x} ${to.x} ${from.y}`}
              className={classes.line}
              data-behind={from.isBehind || undefined}
              x1={`${from.x}%`}
              y1={`${100 - from.y}%`}
              x2={`${to.x}%`}
              y2={`${100 - to.y}%`}
            />
          ))}
          <Points layout={layout} isBehind />
          <Points layout={layout} isBehind={false} />
          {/* By time, whatever is drawn over what: in this order they are read. */}
          {layout.points.map((placed, place) => (
            <circle
              key={place}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === at}
              aria-label={wordsOf(placed, props)}
              className={classes.ring}
              data-chosen={place === at || undefined}
              cx={`${placed.x}%`}
              cy={`${100 - placed.y}%`}
              r={6}
            />
          ))}
        </svg>
        <Times layout={layout} />
      </div>
      <figcaption className={classes.caption}>
        <p id={`${id}-summary`}>{props.summary}</p>
        {/* Also while nothing stands behind yet: what is read from the device later must move nothing. */}
        {props.behind && <Legend {...props} showsBehind={layout.showsBehind} />}
      </figcaption>
      <TrendTable {...props} />
    </figure>
  );
}

function Points({ layout, isBehind }: { readonly layout: ChartLayout; readonly isBehind: boolean }) {
  const points = layout.points.filter((each) => each.isBehind === isBehind);
  return (
    <g aria-hidden="true">
      {points.map(({ x, y }, place) => (
        <circle
          key={place}
          className={classes.point}
          data-behind={isBehind || undefined}
          cx={`${x}%`}
          cy={`${100 - y}%`}
          r={isBehind ? 3 : 4}
        />
      ))}
    </g>
  );
}

/** The place of the point that a key leads to; null for other keys. */
function nextPoint(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case "ArrowLeft":
    case "ArrowUp":
      return at < 0 ? last : Math.max(0, at - 1);
    case "ArrowRight":
    case "ArrowDown":
      return at < 0 ? last : Math.min(last, at + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

function nearest(points: readonly PlacedPoint[], x: number, y: number): PlacedPoint | undefined {
  // The time counts more than the height: a person points along the axis.
  const distance = (point: PlacedPoint) => Math.abs(point.x - x) * 4 + Math.abs(point.y - y);
  let best = points[0];
  for (const point of points) if (best === undefined || distance(point) <= distance(best)) best = point;
  return best;
}

function seriesOf({ isBehind }: PlacedPoint, { pointsLabel, behindLabel = "" }: TrendChartProps): string {
  return isBehind ? behindLabel : pointsLabel;
}

function wordsOf(placed: PlacedPoint, props: TrendChartProps): string {
  const { label, note } = placed.point;
  const name = props.behind?.length ? seriesOf(placed, props) : "";
  return [`${label}: ${props.formatValue(placed.value)}`, note, name].filter(Boolean).join(", ");
}

function Readout({ shown, props }: { readonly shown: PlacedPoint; readonly props: TrendChartProps }) {
  const { label, note } = shown.point;
  return (
    <>
      <strong>{props.formatValue(shown.value)}</strong>
      <span>
        {[note, label, props.behind?.length ? seriesOf(shown, props) : ""].filter(Boolean).join(" · ")}
      </span>
    </>
  );
}

function Field({ layout, bounds }: { readonly layout: ChartLayout; readonly bounds: readonly ChartBound[] }) {
  return (
    <g aria-hidden="true">
      {layout.ticks.map(({ value, y }) => (
        <line key={value} className={classes.grid} x1="0" x2="100%" y1={`${100 - y}%`} y2={`${100 - y}%`} />
      ))}
      {bounds
        .filter(({ value }) => value <= layout.top)
        .map(({ value, label, isOwn }) => {
          const y = `${100 - (value / layout.top) * 100}%`;
          return (
            <g key={label} data-own={isOwn || undefined} className={classes.bound}>
              <line x1="0" x2="100%" y1={y} y2={y} />
              <text x="6" y={y} dy="-4">
                {label}
              </text>
            </g>
          );
        })}
    </g>
  );
}

/** The first and the last time on the field. */
function Times({ layout }: { readonly layout: ChartLayout }) {
  const [first, last] = [layout.points[0], layout.points.at(-1)];
  const isOne = first?.x === last?.x;
  return (
    <div className={classes.times} data-one={isOne || undefined} aria-hidden="true">
      {/* Another time is another label: it comes, where one that grew would move. */}
      <span key={`from ${first?.point.label}`}>{first?.point.label}</span>
      {!isOne && <span key={`to ${last?.point.label}`}>{last?.point.label}</span>}
    </div>
  );
}

function Legend(props: TrendChartProps & { readonly showsBehind: boolean }) {
  return (
    <p className={classes.legend}>
      <span>
        <svg className={classes.key} aria-hidden="true">
          <circle className={classes.point} cx="50%" cy="50%" r="4" />
        </svg>
        {props.pointsLabel}
      </span>
      <span>
        <svg className={classes.key} aria-hidden="true">
          <circle className={classes.point} data-behind cx="50%" cy="50%" r="3" />
        </svg>
        {props.behindLabel}
        {!props.showsBehind && " (in the table only: the served series does not say when its points were)"}
      </span>
    </p>
  );
}
