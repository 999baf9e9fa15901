import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Problem } from "@/lib/text/problem";
import { ErrorState, SkeletonLines } from "@/ui/feedback/states";
import { Section, SectionLink } from "@/ui/primitives/section";
import classes from "./overview.module.css";
import { moreItemsMessage } from "./overview-messages";

const SKELETON_LINES = 3;

export interface FailureHidingProps {
  /** Hides the section's error, because the page already shows one. */
  readonly hidesFailure: boolean;
}

interface OverviewSectionProps {
  readonly title: string;
  /** Path of the page with all items. */
  readonly to: string;
  readonly linkLabel: string;
  readonly isLoading: boolean;
  readonly problem?: Problem | null;
  readonly onRetry?: () => void;
  /** Shown when there are no items. */
  readonly empty: ReactNode;
  readonly items: readonly ReactNode[];
  /** Number of items that aren't shown. */
  readonly moreCount?: number;
  readonly note?: ReactNode;
}

export function OverviewSection(props: OverviewSectionProps) {
  const { title, to, linkLabel } = props;
  return (
    <Section title={title} actions={<SectionLink to={to}>{linkLabel}</SectionLink>}>
      <SectionContent {...props} />
    </Section>
  );
}

function SectionContent(props: OverviewSectionProps) {
  const { title, to, isLoading, problem = null, onRetry, empty, items, moreCount = 0, note } = props;
  if (problem !== null) return <ErrorState problem={problem} {...(onRetry && { onRetry })} />;
  if (isLoading) return <SkeletonLines count={SKELETON_LINES} />;
  return (
    <>
      {items.length === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <ul className={classes.list} aria-label={title}>
          {items}
        </ul>
      )}
      {moreCount > 0 && (
        <p className={classes.note}>
          <SectionLink to={to}>{moreItemsMessage(moreCount)}</SectionLink>
        </p>
      )}
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </>
  );
}

interface OverviewItemProps {
  readonly to: string;
  readonly label: string;
  /** Time or count before the label. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

export function OverviewItem({ to, label, lead, children }: OverviewItemProps) {
  return (
    <li className={classes.item}>
      {lead !== undefined && <span className={classes.lead}>{lead}</span>}
      <Link to={to} className={classes.itemLink} title={label}>
        {label}
      </Link>
      {children && <span className={classes.detail}>{children}</span>}
    </li>
  );
}
