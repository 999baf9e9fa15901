import { formatCount } from "@/lib/text/numbers";
import type { ChartPoint } from "@/lib/web-vitals/chart-layout";
import { Sparkline } from "@/ui/chart/sparkline";
import { ThresholdBar } from "@/ui/chart/threshold-bar";
import { TrendChart } from "@/ui/chart/trend-chart";
import { Section } from "@/ui/primitives/section";
import classes from "./kit.module.css";

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 4);

function createWeekPoint(index: number, value: number | null): ChartPoint {
  const at = START + index * 7 * DAY;
  const label = new Date(at).toISOString().slice(0, 10);
  return { at, label, value, note: value !== null && value > 2_500 ? "Needs improvement" : "Good" };
}

const WEEKS = [2_300, 2_450, null, 2_900, 3_350, 2_700].map((value, index) => createWeekPoint(index, value));
const BACKGROUND_POINTS = [3_900, 3_600, 3_500, 2_200, 2_300, 2_380].map((value, index) =>
  createWeekPoint(index - 4, value),
);
const THRESHOLDS = [
  { value: 2_500, label: "Good up to 2,500 ms" },
  { value: 4_000, label: "Poor above 4,000 ms" },
  { value: 3_000, label: "Your limit 3,000 ms", isOwn: true },
];
const formatMilliseconds = (value: number) => `${formatCount(value)} ms`;

export function KitCharts() {
  return (
    <Section title="Charts">
      <div className={classes.columns}>
        <TrendChart
          label="a series with a longer one behind"
          summary="Five values from 4 Oct to 8 Nov 2026: the lowest 2,300 ms, the highest 3,350 ms, the newest 2,700 ms."
          points={WEEKS}
          pointsLabel="Served"
          backgroundPoints={BACKGROUND_POINTS}
          backgroundLabel="Own observations"
          thresholds={THRESHOLDS}
          formatValue={formatMilliseconds}
        />
        <TrendChart
          label="one point"
          summary="One value, 2,300 ms on 4 Oct 2026."
          points={WEEKS.slice(0, 1)}
          pointsLabel="Served"
          formatValue={formatMilliseconds}
        />
      </div>
      <div className={classes.row}>
        <Sparkline label="From 2,300 ms to 2,700 ms" points={WEEKS} />
        {[0.2, 0.5, 1].map((position) => (
          <div key={position} style={{ width: 160 }}>
            <ThresholdBar label={`A value at ${position} of the bar`} position={position} />
          </div>
        ))}
        <div style={{ width: 160 }}>
          <ThresholdBar label="A value at 0.2 of the bar, with a limit at 0.45" position={0.2} limit={0.45} />
        </div>
      </div>
    </Section>
  );
}
