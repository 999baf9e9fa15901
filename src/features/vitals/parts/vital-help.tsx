import { VITAL_THRESHOLDS } from "@/lib/web-vitals/vital-thresholds";
import { HelpText, HelpTip } from "@/ui/overlay/help-tip";
import { thresholdBoundsLabel } from "./vital-figure";

/** What a percentile says, and from where on a figure is good or poor. */
export function VitalHelp() {
  return (
    <HelpTip topic="percentiles and ratings">
      <HelpText>
        <strong>75th percentile</strong>: three of four visits were at least this fast, one of four was
        slower. It is the one that ratings are meant for. The 90th looks at slower visits still.
      </HelpText>
      {VITAL_THRESHOLDS.map(({ metric, source }) => (
        <HelpText key={metric}>
          <a href={source} target="_blank" rel="noreferrer">
            {metric}
          </a>
          {`: ${thresholdBoundsLabel(metric)}.`}
        </HelpText>
      ))}
      <HelpText>
        The bounds are those that web.dev publishes. The server chooses percentile and days.
      </HelpText>
    </HelpTip>
  );
}
