import { VITAL_THRESHOLDS } from "@/lib/web-vitals/vital-thresholds";
import { HelpText, HelpTip } from "@/ui/overlay/help-tip";
import { thresholdBoundsLabel } from "./vital-figure";

export function VitalHelp() {
  return (
    <HelpTip topic="percentiles and ratings">
      <HelpText>
        <strong>75th percentile</strong>: 75% of visits had this value or better. Ratings are defined for this
        percentile. The 90th also covers slower visits.
      </HelpText>
      {VITAL_THRESHOLDS.map(({ metric, source }) => (
        <HelpText key={metric}>
          <a href={source} target="_blank" rel="noreferrer">
            {metric}
          </a>
          {`: ${thresholdBoundsLabel(metric)}.`}
        </HelpText>
      ))}
      <HelpText>Thresholds are from web.dev. The server chooses the percentile and period.</HelpText>
    </HelpTip>
  );
}
