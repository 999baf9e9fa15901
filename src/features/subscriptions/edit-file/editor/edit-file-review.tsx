import { useEffect, useRef } from "react";
import type { PlanItem, PlanKind } from "@/features/subscriptions/edit-file/model/edit-item";
import { kindHeading } from "@/features/subscriptions/edit-file/model/edit-labels";
import {
  isTicked,
  PLAN_KINDS,
  type PlanChoice,
  withTicked,
} from "@/features/subscriptions/edit-file/model/edit-selection";
import { formatCount } from "@/lib/text/numbers";
import { WindowList } from "@/ui/virtual-list/virtual-list-window";
import classes from "./edit-file-review.module.css";
import { PlanItemRow } from "./edit-item-row";

interface PlanReviewProps {
  readonly items: readonly PlanItem[];
  readonly choice: PlanChoice;
  readonly onChoice: (choice: PlanChoice) => void;
}

/** Every delivery that the file would make or change, by kind, with a check box each. */
export function PlanReview({ items, choice, onChoice }: PlanReviewProps) {
  return PLAN_KINDS.map((kind) => {
    const group = items.filter((item) => item.kind === kind);
    if (group.length === 0) return null;
    return (
      <section key={kind} className={classes.group} aria-label={kindHeading(kind)}>
        <KindHead kind={kind} items={group} choice={choice} onChoice={onChoice} />
        <WindowList label={kindHeading(kind)} items={group} keyOf={({ key }) => key} itemHeight={ITEM_HEIGHT}>
          {(item) => (
            <PlanItemRow
              item={item}
              isTicked={isTicked(item, choice)}
              onTick={(ticked) => onChoice(withTicked(choice, [item], ticked))}
            />
          )}
        </WindowList>
      </section>
    );
  });
}

/** Pixels of an item with two changed fields. */
const ITEM_HEIGHT = 84;

interface KindHeadProps extends PlanReviewProps {
  readonly kind: PlanKind;
}

/** The name of a kind with a check box for all of it. */
function KindHead({ kind, items, choice, onChoice }: KindHeadProps) {
  const box = useRef<HTMLInputElement>(null);
  const able = items.filter(({ isBlocked }) => !isBlocked);
  const ticked = able.filter((item) => isTicked(item, choice)).length;
  const isAll = ticked > 0 && ticked === able.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !isAll;
  }, [ticked, isAll]);
  return (
    <h2 className={classes.head}>
      <label className={classes.headLabel}>
        <input
          ref={box}
          type="checkbox"
          checked={isAll}
          disabled={able.length === 0}
          onChange={() => onChoice(withTicked(choice, able, !isAll))}
        />
        {kindHeading(kind)}
        <span className={classes.count}>{formatCount(items.length)}</span>
      </label>
      {kind === "missing" && (
        <span className={classes.hint}>
          These are on the server and do not stand in the file. Tick those that are to be put into the bin.
        </span>
      )}
    </h2>
  );
}
