import classes from "./threshold-bar.module.css";

interface ThresholdBarProps {
  /** Says in words what is to be seen; "" where the words stand beside it. */
  readonly label: string;
  /** From 0 to 1: each zone is a third of the bar. */
  readonly place: number;
  /** A limit of one's own, shown as a line across the bar; from 0 to 1. */
  readonly limit?: number | undefined;
}

const TONES = ["positive", "warning", "danger"] as const;
const THIRD = 100 / 3;

/** Where a value stands between good, middling and poor: three zones of equal width with a mark. */
export function ThresholdBar({ label, place, limit }: ThresholdBarProps) {
  const name = label === "" ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg className={classes.bar} {...name}>
      {TONES.map((tone, zone) => (
        <rect
          key={tone}
          className={classes.zone}
          data-tone={tone}
          x={`${zone * THIRD}%`}
          y="5"
          width={`${THIRD}%`}
          height="4"
        />
      ))}
      <line className={classes.gap} x1={`${THIRD}%`} x2={`${THIRD}%`} y1="5" y2="9" />
      <line className={classes.gap} x1={`${2 * THIRD}%`} x2={`${2 * THIRD}%`} y1="5" y2="9" />
      {limit !== undefined && (
        <line className={classes.limit} x1={`${limit * 100}%`} x2={`${limit * 100}%`} y1="1" y2="13" />
      )}
      <circle className={classes.mark} cx={`${place * 100}%`} cy="7" r="4" />
    </svg>
  );
}
