import { Skeleton } from "@mantine/core";
import { SkeletonLines } from "@/ui/feedback/states";
import classes from "./explorer.module.css";
import skeleton from "./explorer-skeleton.module.css";

/** Number of placeholder lines. Current servers return this many properties. */
const PROPERTY_COUNT = 22;
const LINE_WIDTHS = ["46%", "58%", "40%", "64%"];

/** Shows a placeholder of the explorer's size, to avoid a layout shift. */
export function ExplorerSkeleton({ hasProperty }: { readonly hasProperty: boolean }) {
  return (
    <div className={classes.explorer} data-chosen={hasProperty || undefined} aria-busy="true">
      <div className={classes.side} aria-hidden="true">
        <div className={skeleton.search} />
        {Array.from({ length: PROPERTY_COUNT }, (_, index) => (
          <div key={index} className={skeleton.line}>
            <Skeleton width={LINE_WIDTHS[index % LINE_WIDTHS.length] ?? "50%"} />
          </div>
        ))}
      </div>
      <div className={classes.main}>
        <SkeletonLines count={5} />
      </div>
    </div>
  );
}
