import classes from "./threshold-bar.module.css";

interface ThresholdBarProps {
  /** Text alternative. Empty when adjacent text has the same content. */
  readonly label: string;
  /** Position of the mark, from 0 to 1. The bar has three zones of the same width. */
  readonly position: number;
  /** Position of the user-defined limit, from 0 to 1. */
  readonly limit?: number | undefined;
}

const ZONE_TONES = ["positive", "warning", "danger"] as const;
const ZONE_WIDTH = 100 / 3;

export function ThresholdBar({ label, position, limit }: ThresholdBarProps) {
  const ariaProps = label === "" ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg className={classes.bar} {...ariaProps}>
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
      <line className={classes.divider} x1={`${ZONE_WIDTH}%`} x2={`${ZONE_WIDTH}%`} y1="5" y2="9" />
      <line className={classes.divider} x1={`${2 * ZONE_WIDTH}%`} x2={`${2 * ZONE_WIDTH}%`} y1="5" y2="9" />
      {limit !== undefined && (
        <line className={classes.limit} x1={`${limit * 100}%`} x2={`${limit * 100}%`} y1="1" y2="13" />
      )}
      <circle className={classes.mark} cx={`${position * 100}%`} cy="7" r="4" />
    </svg>
  );
}
