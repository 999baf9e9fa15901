import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from "react";
import { pluralize } from "@/lib/text/numbers";
import type { ChartLayout, ChartPoint, PlacedPoint } from "@/lib/web-vitals/chart-layout";
import { layOutChart } from "@/lib/web-vitals/chart-layout";
import { Disclosure } from "@/ui/primitives/section";
import classes from "./trend-chart.module.css";

interface TrendChartProps {
  /** Accessible name, which includes the measured quantity. */
  readonly label: string;
  /** Text summary with the period, minimum, maximum, and latest value. */
  readonly summary: string;
  /** Values from the server. */
  readonly points: readonly ChartPoint[];
  /** Values from the local history. */
  readonly backgroundPoints: readonly ChartPoint[];
  readonly thresholds: readonly ChartThreshold[];
  readonly formatValue: (value: number) => string;
}

export interface ChartThreshold {
  readonly value: number;
  readonly label: string;
  readonly isCustom?: boolean;
}

const POINTS_LABEL = "Server";
const BACKGROUND_LABEL = "Local history";

/** The details of the selected point have a reserved area, so that the layout doesn't shift. */
export function TrendChart(props: TrendChartProps) {
  const { points, backgroundPoints, thresholds } = props;
  const id = useId();
  const layout = useMemo(
    () =>
      layOutChart(
        points,
        backgroundPoints,
        thresholds.map(({ value }) => value),
      ),
    [points, backgroundPoints, thresholds],
  );
  const [selectedPoint, setSelectedPoint] = useState<ChartPoint | null>(null);
  const selectedIndex = layout.points.findIndex(({ point }) => point === selectedPoint);
  const newest = layout.points.findLast(({ isBackground }) => !isBackground) ?? layout.points.at(-1);
  const displayedPoint = layout.points[selectedIndex] ?? newest;
  const seriesOf = ({ isBackground }: PlacedPoint) =>
    backgroundPoints.length > 0 && (isBackground ? BACKGROUND_LABEL : POINTS_LABEL);

  function handleKeyDown(event: KeyboardEvent) {
    const next = getNextPointIndex(event.key, selectedIndex, layout.points.length);
    if (next === null) return;
    event.preventDefault();
    setSelectedPoint(layout.points[next]?.point ?? null);
  }

  function handlePointer(event: PointerEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width === 0) return;
    const x = ((event.clientX - box.left) / box.width) * 100;
    const y = 100 - ((event.clientY - box.top) / box.height) * 100;
    setSelectedPoint(findNearestPoint(layout.points, x, y)?.point ?? null);
  }

  return (
    <figure className={classes.figure} aria-labelledby={`${id}-summary`}>
      <div className={classes.readout} aria-hidden="true">
        {displayedPoint && (
          <>
            <strong>{props.formatValue(displayedPoint.value)}</strong>
            <span>
              {[displayedPoint.point.note, displayedPoint.point.label, seriesOf(displayedPoint)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </>
        )}
      </div>
      <div className={classes.chartArea}>
        <div className={classes.valueAxis} aria-hidden="true">
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
          aria-activedescendant={selectedIndex < 0 ? undefined : `${id}-${selectedIndex}`}
          aria-orientation="horizontal"
          tabIndex={0}
          onKeyDown={handleKeyDown}
          onFocus={() => selectedPoint === null && setSelectedPoint(newest?.point ?? null)}
          onPointerMove={handlePointer}
          onPointerDown={handlePointer}
        >
          <Gridlines layout={layout} thresholds={thresholds} />
          {layout.segments.map(({ from, to }) => (
            <line
              key={`${from.isBackground} ${from.x} ${to.x} ${from.y}`}
              className={classes.line}
              data-background={from.isBackground || undefined}
              x1={`${from.x}%`}
              y1={`${100 - from.y}%`}
              x2={`${to.x}%`}
              y2={`${100 - to.y}%`}
            />
          ))}
          {[true, false].map((isBackground) => (
            <g key={String(isBackground)} aria-hidden="true">
              {layout.points
                .filter((each) => each.isBackground === isBackground)
                .map(({ x, y }, index) => (
                  <circle
                    key={index}
                    className={classes.dataPoint}
                    data-background={isBackground || undefined}
                    cx={`${x}%`}
                    cy={`${100 - y}%`}
                    r={isBackground ? 3 : 4}
                  />
                ))}
            </g>
          ))}
          {/* Screen readers read the points in chronological order, regardless of the drawing order. */}
          {layout.points.map((placed, index) => (
            <circle
              key={index}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === selectedIndex}
              aria-label={[
                `${placed.point.label}: ${props.formatValue(placed.value)}`,
                placed.point.note,
                seriesOf(placed),
              ]
                .filter(Boolean)
                .join(", ")}
              className={classes.ring}
              data-chosen={index === selectedIndex || undefined}
              cx={`${placed.x}%`}
              cy={`${100 - placed.y}%`}
              r={6}
            />
          ))}
        </svg>
        <TimeAxis layout={layout} />
      </div>
      <figcaption className={classes.caption}>
        <p id={`${id}-summary`}>{props.summary}</p>
        {/* Shown before background points load, so that the layout doesn't shift. */}
        <Legend showsBackground={layout.hasBackground} />
      </figcaption>
      <TrendTable {...props} />
    </figure>
  );
}

function getNextPointIndex(key: string, selectedIndex: number, count: number): number | null {
  const last = count - 1;
  const [before, after] = selectedIndex < 0 ? [last, last] : [selectedIndex - 1, selectedIndex + 1];
  const next = {
    ArrowLeft: before,
    ArrowUp: before,
    ArrowRight: after,
    ArrowDown: after,
    Home: 0,
    End: last,
  }[key];
  return next === undefined || count === 0 ? null : Math.max(0, Math.min(next, last));
}

function findNearestPoint(points: readonly PlacedPoint[], x: number, y: number): PlacedPoint | undefined {
  // Time counts more than the value, because users point along the time axis.
  const distance = (point: PlacedPoint) => Math.abs(point.x - x) * 4 + Math.abs(point.y - y);
  let best = points[0];
  for (const point of points) if (best === undefined || distance(point) <= distance(best)) best = point;
  return best;
}

function Gridlines(props: { readonly layout: ChartLayout; readonly thresholds: readonly ChartThreshold[] }) {
  const { layout, thresholds } = props;
  return (
    <g aria-hidden="true">
      {layout.ticks.map(({ value, y }) => (
        <line key={value} className={classes.grid} x1="0" x2="100%" y1={`${100 - y}%`} y2={`${100 - y}%`} />
      ))}
      {thresholds
        .filter(({ value }) => value <= layout.top)
        .map(({ value, label, isCustom }) => {
          const y = `${100 - (value / layout.top) * 100}%`;
          return (
            <g key={label} data-own={isCustom || undefined} className={classes.threshold}>
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

function TimeAxis({ layout }: { readonly layout: ChartLayout }) {
  const [first, last] = [layout.points[0], layout.points.at(-1)];
  const isSinglePoint = first?.x === last?.x;
  return (
    <div className={classes.timeAxis} data-one={isSinglePoint || undefined} aria-hidden="true">
      {/* A new label gets a new element, because moving an old one counts as a layout shift. */}
      <span key={`from ${first?.point.label}`}>{first?.point.label}</span>
      {!isSinglePoint && (
        <span key={`to ${last?.point.label}`} className={classes.lastLabel}>
          {last?.point.label}
        </span>
      )}
    </div>
  );
}

function Legend({ showsBackground }: { readonly showsBackground: boolean }) {
  return (
    <p className={classes.legend}>
      <span>
        <svg className={classes.key} aria-hidden="true">
          <circle className={classes.dataPoint} cx="50%" cy="50%" r="4" />
        </svg>
        {POINTS_LABEL}
      </span>
      <span>
        <svg className={classes.key} aria-hidden="true">
          <circle className={classes.dataPoint} data-background cx="50%" cy="50%" r="3" />
        </svg>
        {BACKGROUND_LABEL}
        {!showsBackground && " (table only: server values have no dates)"}
      </span>
    </p>
  );
}

function TrendTable({ label, points, backgroundPoints, formatValue }: TrendChartProps) {
  const rows = [
    ...points.map((point) => ({ ...point, series: POINTS_LABEL })),
    ...backgroundPoints.map((point) => ({ ...point, series: BACKGROUND_LABEL })),
  ];
  return (
    <Disclosure summary={`Show table, ${pluralize(rows.length, "point", "points")}`}>
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
              {rows.map((row, index) => (
                <tr key={index}>
                  <th scope="row">{row.label}</th>
                  <td>{row.value === null ? "No data" : formatValue(row.value)}</td>
                  <td>{row.note}</td>
                  {backgroundPoints.length > 0 && <td>{row.series}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Disclosure>
  );
}
