import { Group } from "@mantine/core";
import { Skeleton, SkeletonLines } from "@/ui/feedback/states";
import shared from "@/ui/theme/shared.module.css";
import classes from "./explorer.module.css";

/** Number of placeholder lines. Current servers return this many properties. */
const PROPERTY_COUNT = 22;
const LINE_WIDTHS = ["46%", "58%", "40%", "64%"];

/** Shows a placeholder of the explorer's size, to avoid a layout shift. */
export function ExplorerSkeleton({ hasProperty }: { readonly hasProperty: boolean }) {
  return (
    <div className={classes.explorer} data-chosen={hasProperty || undefined} aria-busy="true">
      <div className={`${shared.card} ${classes.side}`} aria-hidden="true">
        <div className={classes.searchSkeleton} />
        {Array.from({ length: PROPERTY_COUNT }, (_, index) => (
          <Group key={index} h="max(44px, var(--ui-target))" px={14}>
            <Skeleton width={LINE_WIDTHS[index % LINE_WIDTHS.length] ?? "50%"} />
          </Group>
        ))}
      </div>
      <div className={classes.main}>
        <SkeletonLines count={5} />
      </div>
    </div>
  );
}
