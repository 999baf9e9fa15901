import { Skeleton } from "@mantine/core";
import { VITAL_METRICS } from "@/contract/web-vitals";
import { SkeletonLines } from "@/ui/feedback/states";
import { HiddenText } from "@/ui/primitives/hidden-text";
import classes from "./vital-detail.module.css";

export function VitalsSkeleton() {
  return (
    <div className={classes.stack} aria-busy="true">
      <HiddenText>Loading web vitals</HiddenText>
      <div className={classes.facts}>
        <Skeleton width={280} />
      </div>
      {VITAL_METRICS.map((metric) => (
        <div key={metric} className={classes.section}>
          <Skeleton width={220} />
          <SkeletonLines count={6} isDecorative />
        </div>
      ))}
    </div>
  );
}
