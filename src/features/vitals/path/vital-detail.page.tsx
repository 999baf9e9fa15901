import { Box, Button, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { getRaw } from "@/api/parsers";
import { VITAL_METRICS, type VitalSeries, type WebVitals } from "@/api/web-vitals";
import { useApi } from "@/data/backend/backend";
import { useVitalBudgets, type VitalBudgets } from "@/data/browser-storage/project-settings";
import { useProjectError } from "@/data/projects/projects";
import { type Observation, vitalsHistoryQueries } from "@/data/web-vitals/vitals-history";
import { useVitalPaths, vitalsQueries } from "@/data/web-vitals/web-vitals";
import { cutPathsMessage, pathLabel, pathProblem, rowResponse } from "@/features/vitals/model/board-rows";
import {
  addBoardPaths,
  formatBoard,
  MAX_PATHS,
  parseBoard,
  useLastBoard,
} from "@/features/vitals/model/board-search-params";
import { useVitalsRecorder } from "@/features/vitals/model/use-vitals-recorder";
import { getBudgetState, trendSummary } from "@/features/vitals/model/vital-budgets";
import { capitalize } from "@/features/vitals/model/vital-periods";
import type { VitalReading, VitalResponse } from "@/features/vitals/model/vital-reading";
import {
  findReading,
  parseVitals,
  toChartPoints,
  toObservedPoints,
} from "@/features/vitals/model/vital-reading";
import { ObservationsDialog } from "@/features/vitals/parts/observations-dialog";
import {
  OtherSpelling,
  thresholdBoundsLabel,
  VitalBar,
  VitalHelp,
  VitalRatingLabel,
} from "@/features/vitals/parts/vital-figure";
import { paths } from "@/lib/url/paths";
import { hasCutParts, parsePagePath, toPathname } from "@/lib/web-vitals/page-path";
import { formatVital, getVitalThreshold, metricKey } from "@/lib/web-vitals/vital-thresholds";
import { InvalidRecordsNotice, RefreshErrorNotice } from "@/ui/collection-table/collection-frame";
import { RawJson } from "@/ui/feedback/copy-button";
import { EmptyState, ErrorState, Notice, ProjectError, SkeletonLines } from "@/ui/feedback/states";
import { TimeStamp, useNow } from "@/ui/feedback/time-stamp";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { ProgressLine } from "@/ui/primitives/status";
import { JournalIcon, PlusIcon, RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { type ChartThreshold, TrendChart } from "./trend-chart";
import classes from "./vital-section.module.css";

const NO_PATH = {
  title: "Path not found",
  detail: "The URL contains no valid path. Choose one on the board.",
  canRetry: false,
};

export function VitalDetailPage() {
  const { search } = useLocation();
  const text = new URLSearchParams(search).get("path") ?? "";
  const path = parsePagePath(text);
  const board = useBoardUrl();
  if (path !== null) return <PathPage key={path} path={path} isCut={hasCutParts(text)} />;
  return (
    <Page title="Not found" breadcrumbs={[{ label: "Web vitals", to: board }]}>
      <ErrorState problem={NO_PATH} actions={<LinkButton to={board}>Web vitals</LinkButton>} />
    </Page>
  );
}

function useBoardUrl() {
  const { projectId } = useApi();
  const lastBoard = useLastBoard();
  return `${paths.vitals(projectId)}${lastBoard ?? ""}`;
}

function PathPage({ path, isCut }: { readonly path: string; readonly isCut: boolean }) {
  const api = useApi();
  const board = useBoardUrl();
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery(vitalsQueries.path(api, toPathname(path)));
  const history = useQuery(vitalsHistoryQueries.path(api, path));
  const failure = useProjectError(query.error);
  const { data = null } = query;
  useVitalsRecorder(useMemo(() => [{ path, data }], [path, data]));
  const retry = () => void query.refetch();
  const problem = failure && pathProblem({ path, error: query.error });

  return (
    <Page
      title={pathLabel(path)}
      documentTitle={`${pathLabel(path)} · Web vitals`}
      breadcrumbs={[{ label: "Web vitals", to: board }]}
      description={
        <>
          How fast this page is for real visitors. <VitalHelp />
        </>
      }
      actions={
        <>
          <BoardMembership path={path} />
          <Button leftSection={<JournalIcon />} onClick={() => setIsOpen(true)}>
            Local history…
          </Button>
          <Button leftSection={<RefreshIcon />} onClick={retry}>
            Refresh
          </Button>
        </>
      }
    >
      {isCut && <Notice tone="info">{cutPathsMessage([path])}</Notice>}
      {data === null && failure && problem && (
        <ProjectError
          error={{ ...failure, problem }}
          onRetry={retry}
          linkTo={paths.vitals}
          actions={<LinkButton to={board}>Web vitals</LinkButton>}
        />
      )}
      {data === null && query.isPending && <VitalsSkeleton />}
      {data !== null && problem && <RefreshErrorNotice problem={problem} onRetry={retry} />}
      {(data !== null || failure) && (
        <VitalResponseView
          path={path}
          data={data}
          isRefetching={query.isFetching}
          observed={history.data ?? NO_OBSERVATIONS}
        />
      )}
      {isOpen && <ObservationsDialog path={path} onClose={() => setIsOpen(false)} />}
    </Page>
  );
}

const NO_OBSERVATIONS: readonly Observation[] = [];

const BOARD_FULL = `The board is full (${MAX_PATHS} paths). Remove one first.`;

/** Adds the path to the stored board and opens it. Hidden when the board contains the path. */
function BoardMembership({ path }: { readonly path: string }) {
  const api = useApi();
  const knownPaths = useVitalPaths(api);
  const lastBoard = useLastBoard();
  if (knownPaths.board.includes(path)) return null;
  const last = parseBoard(new URLSearchParams(lastBoard ?? ""));
  const { board, rejectedPaths } = addBoardPaths({ ...last, paths: knownPaths.board }, [path]);
  return (
    <LinkButton
      leftSection={<PlusIcon />}
      to={`${paths.vitals(api.projectId)}${formatBoard(board)}`}
      onClick={() => knownPaths.remember(board.paths)}
      disabledReason={rejectedPaths.length > 0 ? BOARD_FULL : undefined}
    >
      Add to board
    </LinkButton>
  );
}

interface VitalResponseViewProps {
  readonly path: string;
  /** Null after a failure. Then, only the local history is shown. */
  readonly data: WebVitals | null;
  readonly isRefetching: boolean;
  readonly observed: readonly Observation[];
}

function VitalResponseView({ path, data, isRefetching, observed }: VitalResponseViewProps) {
  const { budgets } = useVitalBudgets(useApi());
  const response = rowResponse({ data });
  const localOnlyReadings = useMemo(() => getLocalOnlyReadings(response, observed), [response, observed]);
  return (
    <Stack miw={0}>
      <ProgressLine isActive={data !== null && isRefetching} label="Updating web vitals" />
      {response && <ResponseFacts path={path} response={response} />}
      {[...(response?.readings ?? []), ...localOnlyReadings].map((reading) => (
        <VitalSection key={reading.key} reading={reading} budgets={budgets} observed={observed} />
      ))}
      {data && <RawJson value={getRaw(data) ?? data} />}
    </Stack>
  );
}

function ResponseFacts({ path, response }: { readonly path: string; readonly response: VitalResponse }) {
  const now = useNow();
  const { readings, notes, broken, computedAt, period, timezone } = response;
  return (
    <>
      <p className={shared.hint}>
        {period === null ? "Period unknown" : `Period: ${period}`}
        {period !== null && timezone !== null && ` (${timezone})`}
        {computedAt !== null && (
          <>
            {" · computed "}
            <TimeStamp iso={computedAt} now={now} isPast />
          </>
        )}
      </p>
      {notes.map((note) => (
        <Notice key={note} tone="warning">
          {note}
        </Notice>
      ))}
      {!response.hasData && <OtherSpelling path={path} />}
      <InvalidRecordsNotice broken={broken} singular="series" plural="series" />
      {readings.length === 0 && (
        <EmptyState
          title="No data"
          detail="No visits were measured in this period, or the path is misspelled. Look up visited paths under Sessions."
        />
      )}
    </>
  );
}

/**
 * Returns readings without values for stored metrics that the response lacks, so that their history
 * stays visible. Without a response, returns such readings for all stored metrics.
 */
function getLocalOnlyReadings(
  response: VitalResponse | null,
  observed: readonly Observation[],
): readonly VitalReading[] {
  const series = new Map<string, VitalSeries>();
  for (const { metric, percentile } of observed) {
    if (response !== null && findReading(response, metric) !== null) continue;
    const action = { custom_name: metric, math: percentile || null };
    series.set(`${metric} ${percentile}`, { data: [], days: [], labels: [], action });
  }
  const nothing = { last_refresh: null, timezone: null, resolved_date_range: null, error: "", broken: [] };
  return parseVitals({ ...nothing, results: [...series.values()] }).readings;
}

function VitalsSkeleton() {
  return (
    <Stack miw={0} aria-busy="true">
      <VisuallyHidden>Loading web vitals</VisuallyHidden>
      <div className={shared.hint}>
        <Skeleton width={280} />
      </div>
      {VITAL_METRICS.map((metric) => (
        <Stack key={metric} className={shared.card} gap={14} mih={352} p="md">
          <Skeleton width={220} />
          <SkeletonLines count={6} isDecorative />
        </Stack>
      ))}
    </Stack>
  );
}

interface VitalSectionProps {
  readonly reading: VitalReading;
  readonly budgets: VitalBudgets;
  /** Stored values of the path, for all metrics. */
  readonly observed: readonly Observation[];
}

function VitalSection({ reading, budgets, observed }: VitalSectionProps) {
  const { metric, name, value, text, notes } = reading;
  const threshold = getVitalThreshold(metric);
  // The chart finds the selected point by its identity.
  const chart = useMemo(
    () => ({
      points: toChartPoints(reading),
      backgroundPoints: toObservedPoints(reading, observed),
      thresholds: toChartBounds(metric, budgets),
      formatValue: (each: number) => formatVital(metric, each),
    }),
    [reading, observed, metric, budgets],
  );
  return (
    <Section title={name === null ? metric : `${name} (${metric})`}>
      <div className={classes.columns}>
        <Stack gap={6} fz="sm">
          {threshold && <p className={shared.dim}>{threshold.measures}</p>}
          <Text className={shared.numeric} mt={6} fz={24} fw={600} lts="-0.02em" lh="32px">
            {text}
          </Text>
          {value === null ? (
            <p className={shared.dim}>
              {reading.points.length === 0
                ? "The server has no current values for this metric."
                : "No data for this period."}
            </p>
          ) : (
            <VitalFacts reading={reading} budgets={budgets} />
          )}
          {notes.map((note) => (
            <Box key={note} component="p" fs="italic" c="dimmed">
              {note}
            </Box>
          ))}
        </Stack>
        <TrendChart label={metric} summary={trendSummary(reading)} {...chart} />
      </div>
    </Section>
  );
}

function VitalFacts({ reading, budgets }: Omit<VitalSectionProps, "observed">) {
  const { metric, current, change, percentileText, isRunning } = reading;
  const budget = getBudgetState(budgets, reading);
  const threshold = getVitalThreshold(metric);
  return (
    <>
      <VitalRatingLabel reading={reading} budgets={budgets} />
      <Box maw={320} px={4}>
        <VitalBar reading={reading} budgets={budgets} />
      </Box>
      {threshold ? (
        <p className={shared.dim}>
          {`${thresholdBoundsLabel(metric)} (`}
          <a href={threshold.source} target="_blank" rel="noreferrer">
            thresholds
          </a>
          )
        </p>
      ) : (
        <p className={shared.dim}>Not rated: this metric has no published thresholds.</p>
      )}
      <p>
        {capitalize(percentileText)}
        {current && ` for ${current.period}${isRunning ? " (so far)" : ""}`}
      </p>
      <p>{change === null ? "No previous value." : `${change.text} (${change.beforeText}).`}</p>
      {budget && (
        <Box component="p" c="var(--ui-accent-text)">
          {budget.label}.
        </Box>
      )}
    </>
  );
}

function toChartBounds(metric: string, budgets: VitalBudgets): readonly ChartThreshold[] {
  const threshold = getVitalThreshold(metric);
  const budget = budgets.get(metricKey(metric));
  const text = (value: number) => formatVital(metric, value);
  return [
    threshold && { value: threshold.good, label: `Good up to ${text(threshold.good)}` },
    threshold && { value: threshold.poor, label: `Poor above ${text(threshold.poor)}` },
    budget === undefined ? null : { value: budget, label: `Budget ${text(budget)}`, isCustom: true },
  ].filter((bound) => bound !== null);
}
