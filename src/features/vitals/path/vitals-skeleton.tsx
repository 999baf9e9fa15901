import { Stack } from "@mantine/core";
import { VITAL_METRICS } from "@/contract/web-vitals";
import { Skeleton, SkeletonLines } from "@/ui/feedback/states";
import { HiddenText } from "@/ui/primitives/hidden-text";
import shared from "@/ui/theme/shared.module.css";

export function VitalsSkeleton() {
  return (
    <Stack miw={0} aria-busy="true">
      <HiddenText>Loading web vitals</HiddenText>
      <p className={shared.hint}>
        <Skeleton width={280} />
      </p>
      {VITAL_METRICS.map((metric) => (
        <Stack key={metric} className={shared.card} gap={14} mih={352} p="md">
          <Skeleton width={220} />
          <SkeletonLines count={6} isDecorative />
        </Stack>
      ))}
    </Stack>
  );
}
