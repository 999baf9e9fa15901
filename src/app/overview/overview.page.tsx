import { Stack, Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { type AppPage, destinationPath, pages } from "@/app/pages";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useSourceChecks } from "@/data/catalog/check-sources";
import { sourceNameOf } from "@/data/catalog/source-labels";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { changeKindLabel } from "@/data/changes/change-labels";
import type { CollectionState } from "@/data/collection/collection";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection, peekExportCollection } from "@/data/exports/exports";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { useProjectError } from "@/data/projects/projects";
import {
  OUTDATED_LIST_MESSAGE,
  subscriptionCollection,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import { useVitalPaths, vitalsQueries } from "@/data/web-vitals/web-vitals";
import { describeExportState, exportName } from "@/features/exports/model/export-rules";
import { FINDINGS } from "@/features/subscriptions/findings/health-rules";
import { useHealthFindings, usePausedFindings } from "@/features/subscriptions/health/collect-findings";
import {
  FINDING_STATUSES,
  findingCountLabel,
  PAUSED_STATUS,
  pausedCountLabels,
} from "@/features/subscriptions/health/health-messages";
import { subscriptionListUrl } from "@/features/subscriptions/model/subscription-filters";
import { getNextDelivery, SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import {
  DEFAULT_BOARD_SORT,
  getWorstRating,
  pathLabel,
  pathProblem,
  sortBoardRows,
} from "@/features/vitals/model/board-rows";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { parseInstant } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { toPathname } from "@/lib/web-vitals/page-path";
import { RATING_TONES, ratingLabel } from "@/lib/web-vitals/vital-thresholds";
import { isFirstLoad } from "@/ui/collection-table/collection-frame";
import { ErrorState, ProjectError, SkeletonLines } from "@/ui/feedback/states";
import { TimeStamp, useNow } from "@/ui/feedback/time-stamp";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section, SectionLink } from "@/ui/primitives/section";
import { Status, type StatusTone } from "@/ui/primitives/status";
import { PlusIcon } from "@/ui/theme/icons";
import classes from "./overview.module.css";

const MAX_DELIVERIES = 8;
const MAX_EXPORTS = 5;
const MAX_SLOW_PAGES = 3;
const MAX_CHANGES = 5;

export function OverviewPage() {
  const api = useApi();
  const collection = subscriptionCollection(api, "active");
  const now = useNow();
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  function retry(): void {
    collection.resume();
    const exports = peekExportCollection(api);
    if (exports?.get().phase === "failed") exports.resume();
  }

  const isFailed = failure !== null && state.records.length === 0;
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  return (
    <Page
      title="Overview"
      actions={
        <>
          <LinkButton to={paths.subscriptions(api.projectId)}>Subscriptions</LinkButton>
          <LinkButton
            variant="filled"
            to={paths.newSubscription(api.projectId)}
            leftSection={<PlusIcon />}
            disabledReason={refusal}
          >
            <span>
              New <span data-object>subscription</span>
            </span>
          </LinkButton>
        </>
      }
    >
      <div className={classes.sections}>
        <Stack className={classes.column ?? ""} miw={0}>
          {isFailed ? (
            <ProjectError error={failure} onRetry={retry} linkTo={paths.project} />
          ) : (
            <>
              <DeliveriesSection state={state} now={now} />
              <HealthSection state={state} now={now} />
            </>
          )}
        </Stack>
        <Stack className={classes.column ?? ""} miw={0}>
          <ExportsSection now={now} hidesFailure={isFailed} />
          <VitalsSection hidesFailure={isFailed} />
          <ActivitySection now={now} />
        </Stack>
      </div>
    </Page>
  );
}

interface SubscriptionsProps {
  readonly state: CollectionState<Subscription>;
  readonly now: Date;
}

function DeliveriesSection({ state, now }: SubscriptionsProps) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const { records, count, phase, isOutdated } = state;
  const upcoming = useMemo(() => findUpcomingDeliveries(records, now, names), [records, now, names]);
  const shown = useMemo(() => upcoming.slice(0, MAX_DELIVERIES), [upcoming]);
  useLoadSourceNames(useMemo(() => shown.map(({ record }) => record), [shown]));
  const isPartial = phase !== "complete" && count !== null && count > records.length;
  return (
    <OverviewSection
      title="Next 24 hours"
      page={pages.calendar}
      isLoading={isFirstLoad(state)}
      empty={records.length === 0 ? "No subscriptions yet." : "No deliveries in the next 24 hours."}
      items={shown.map(({ record, at }) => {
        const title = subscriptionTitle(record, names).text;
        const source = sourceNameOf(record, names) || subscriptionSourceLabel(record, names);
        return (
          <OverviewItem
            key={record.id}
            to={paths.subscription(projectId, record.id)}
            label={title}
            lead={<TimeStamp iso={at} now={now} />}
          >
            {!title.toLowerCase().includes(source.toLowerCase()) && source}
          </OverviewItem>
        );
      })}
      moreCount={upcoming.length - MAX_DELIVERIES}
      {...(isPartial
        ? {
            note: `Based on ${formatCount(records.length)} of ${pluralize(count, "subscription", "subscriptions")}.`,
          }
        : isOutdated && { note: OUTDATED_LIST_MESSAGE })}
    />
  );
}

const DAY_MS = 86_400_000;

/** Returns deliveries in the 24 hours after `now`, soonest first. */
export function findUpcomingDeliveries(
  records: readonly Subscription[],
  now: Date,
  names: ReferenceNames = NO_NAMES,
) {
  const from = now.getTime();
  return records
    .flatMap((record) => {
      const at = getNextDelivery(record, now, names);
      const time = at === null ? null : (parseInstant(at)?.getTime() ?? null);
      const isUpcoming = at !== null && time !== null && time >= from && time <= from + DAY_MS;
      return isUpcoming ? [{ record, at, time }] : [];
    })
    .sort((left, right) => left.time - right.time);
}

function HealthSection({ state, now }: SubscriptionsProps) {
  const { projectId } = useApi();
  const { records } = state;
  const health = useHealthFindings(records, now, useSourceChecks());
  const counts = FINDINGS.map((finding) => ({ finding, count: health?.[finding].length ?? 0 }));
  const paused = pausedCountLabels(usePausedFindings(records, now));
  return (
    <OverviewSection
      title="Needs attention"
      page={pages.health}
      isLoading={health === null || isFirstLoad(state)}
      empty="No problems found."
      items={[
        ...paused.map((label) => (
          <OverviewItem key={label} to={paths.health(projectId)} label={label}>
            <Status {...PAUSED_STATUS} />
          </OverviewItem>
        )),
        ...counts
          .filter(({ count }) => count > 0)
          .map(({ finding, count }) => (
            <OverviewItem
              key={finding}
              to={subscriptionListUrl(projectId, `is:${finding}`)}
              label={findingCountLabel(finding, count)}
            >
              {FINDING_STATUSES[finding] && <Status {...FINDING_STATUSES[finding]} />}
            </OverviewItem>
          )),
      ]}
    />
  );
}

const TONES: Readonly<Partial<Record<string, StatusTone>>> = {
  pending: "neutral",
  stuck: "warning",
  failed: "danger",
};

function ExportsSection(props: {
  readonly now: Date;
  /** Hides the section's error, because the page already shows one. */
  readonly hidesFailure: boolean;
}) {
  const { now, hidesFailure } = props;
  const api = useApi();
  const collection = exportCollection(api);
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  if (hidesFailure && failure !== null) return null;
  const unfinished = state.records.flatMap((record) => {
    const { label, state: name } = describeExportState(record, now);
    const tone = TONES[name];
    return tone === undefined ? [] : [{ record, label, tone }];
  });
  return (
    <OverviewSection
      title="Unfinished exports"
      page={pages.exportList}
      isLoading={isFirstLoad(state)}
      problem={state.records.length === 0 ? (failure?.problem ?? null) : null}
      onRetry={collection.resume}
      empty="No exports are generating, and none have failed."
      items={unfinished.slice(0, MAX_EXPORTS).map(({ record, label, tone }) => (
        <OverviewItem
          key={record.id}
          to={paths.export(api.projectId, record.id)}
          label={exportName(record).text}
        >
          <Status tone={tone} label={label} />
        </OverviewItem>
      ))}
      moreCount={unfinished.length - MAX_EXPORTS}
    />
  );
}

/** Limits the requested paths, because servers compute web vitals slowly. */
const MAX_REQUESTED = 8;

function VitalsSection({ hidesFailure }: { readonly hidesFailure: boolean }) {
  const api = useApi();
  const boardPaths = useVitalPaths(api).board.slice(0, MAX_REQUESTED);
  const results = useQueries({
    queries: boardPaths.map((path) => vitalsQueries.path(api, toPathname(path))),
  });
  const rows = results.map(({ data, error, isFetching }, index) => ({
    path: boardPaths[index] ?? "",
    data: data ?? null,
    error,
    isFetching,
  }));
  const slow = sortBoardRows(rows, DEFAULT_BOARD_SORT).flatMap((row) => {
    const worst = getWorstRating(row);
    return worst === null || worst.rating === "good" ? [] : [{ path: row.path, ...worst }];
  });
  const failed = rows.find(({ error, data }) => error !== null && data === null);
  if (hidesFailure && failed !== undefined) return null;
  return (
    <OverviewSection
      title="Slowest pages"
      page={pages.vitalsBoard}
      isLoading={rows.some(({ data, error }) => data === null && error === null)}
      problem={slow.length === 0 && failed !== undefined ? pathProblem(failed) : null}
      onRetry={() => results.forEach(({ error, refetch }) => error !== null && void refetch())}
      empty={
        boardPaths.length === 0
          ? "Add pages to the web vitals board to see the slowest ones."
          : "No slow pages found."
      }
      items={slow.slice(0, MAX_SLOW_PAGES).map(({ path, rating, metrics }) => (
        <OverviewItem key={path} to={paths.vital(api.projectId, path)} label={pathLabel(path)}>
          <Status tone={RATING_TONES[rating]} label={`${ratingLabel(rating)}: ${metrics.join(", ")}`} />
        </OverviewItem>
      ))}
    />
  );
}

function ActivitySection({ now }: { readonly now: Date }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(journalQueries.newest(api, MAX_CHANGES));
  useJournalUpdates();
  const entries = data?.entries ?? [];
  return (
    <OverviewSection
      title="Recent activity"
      page={pages.journal}
      isLoading={data === undefined}
      problem={
        error !== null && data === undefined
          ? {
              title: "Couldn't load activity",
              detail: "Browser storage didn't respond. Try again.",
              canRetry: true,
            }
          : null
      }
      onRetry={() => void refetch()}
      empty="Your changes from this browser appear here."
      items={entries.slice(0, MAX_CHANGES).map((entry) => (
        <OverviewItem
          key={entry.id}
          to={
            entry.recordId === null
              ? paths.journal(api.projectId)
              : paths[entry.resource](api.projectId, entry.recordId)
          }
          label={entry.name}
          lead={changeKindLabel(entry)}
        >
          <TimeStamp iso={entry.at} now={now} isPast />
        </OverviewItem>
      ))}
    />
  );
}

function OverviewSection(props: {
  readonly title: string;
  readonly page: AppPage;
  readonly isLoading: boolean;
  readonly problem?: Problem | null;
  readonly onRetry?: () => void;
  readonly empty: string;
  readonly items: readonly ReactNode[];
  readonly moreCount?: number;
  readonly note?: string;
}) {
  const { title, page, isLoading, problem = null, onRetry, empty, items, moreCount = 0, note } = props;
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

function OverviewItem(props: {
  readonly to: string;
  readonly label: string;
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
