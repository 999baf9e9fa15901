import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type AppPage, destinationPath } from "@/app/pages";
import { useApi } from "@/data/backend/backend";
import { formatCount } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { ErrorState, SkeletonLines } from "@/ui/feedback/states";
import { Section, SectionLink } from "@/ui/primitives/section";
import classes from "./overview.module.css";

/** Shows the first items of a page, and a link to the page. */
export function OverviewSection({
  title,
  page,
  isLoading,
  problem = null,
  onRetry,
  empty,
  items,
  moreCount = 0,
  note,
}: {
  readonly title: string;
  /** The page with all items. */
  readonly page: AppPage;
  readonly isLoading: boolean;
  readonly problem?: Problem | null;
  readonly onRetry?: () => void;
  /** Shown when there are no items. */
  readonly empty: string;
  readonly items: readonly ReactNode[];
  /** Number of items that aren't shown. */
  readonly moreCount?: number;
  readonly note?: string;
}) {
  const to = destinationPath(page, useApi().projectId);
  return (
    <Section title={title} actions={<SectionLink to={to}>{page.label}</SectionLink>}>
      {problem !== null ? (
        <ErrorState problem={problem} {...(onRetry && { onRetry })} />
      ) : isLoading ? (
        <SkeletonLines count={3} />
      ) : (
        <>
          {items.length === 0 ? (
            <Text fz="sm" c="dimmed">
              {empty}
            </Text>
          ) : (
            <ul className={classes.list} aria-label={title}>
              {items}
            </ul>
          )}
          {moreCount > 0 && (
            <Text fz="sm" c="dimmed" mt={10}>
              <SectionLink to={to}>and {formatCount(moreCount)} more</SectionLink>
            </Text>
          )}
          {note !== undefined && (
            <Text fz="sm" c="dimmed" mt={10}>
              {note}
            </Text>
          )}
        </>
      )}
    </Section>
  );
}

export function OverviewItem(props: {
  readonly to: string;
  readonly label: string;
  /** Time or count before the label. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <li className={classes.item}>
      {props.lead !== undefined && <span className={classes.lead}>{props.lead}</span>}
      <Link to={props.to} className={classes.itemLink} title={props.label}>
        {props.label}
      </Link>
      {props.children && <span className={classes.detail}>{props.children}</span>}
    </li>
  );
}
