import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { rawOf } from "@/contract/parsers";
import type { WebVitals } from "@/contract/web-vitals";
import { useVitalBudgets } from "@/data/browser-storage/vital-budgets";
import { useVitalPaths } from "@/data/browser-storage/vital-paths";
import { useApi } from "@/data/client/api-context";
import { useProjectFailure } from "@/data/projects/project-error";
import { type Observation, vitalsHistoryQueries } from "@/data/web-vitals/vitals-history";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import { answerOf, nameOfPath } from "@/features/vitals/model/board-rows";
import { MOST_PATHS, readBoard, withPaths, writeBoard } from "@/features/vitals/model/board-search-params";
import { useBoardPlace } from "@/features/vitals/model/last-board-url";
import { useVitalsRecorder } from "@/features/vitals/model/use-vitals-recorder";
import { vitalFailureOf } from "@/features/vitals/model/vital-problem";
import { VitalHelp } from "@/features/vitals/parts/vital-help";
import { paths } from "@/lib/url/paths";
import { cleanPath, pathnameOf } from "@/lib/web-vitals/page-path";
import { BrokenRecords, RefreshFailed } from "@/ui/collection-table/collection-notices";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { RawJson } from "@/ui/feedback/raw-json";
import { EmptyState, ErrorState, Notice } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useNow } from "@/ui/hooks/use-now";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { JournalIcon, PlusIcon, RefreshIcon } from "@/ui/theme/icons";
import { unservedReadings } from "./local-only-readings";
import classes from "./vital-detail.module.css";
import { VitalSection } from "./vital-section";
import { VitalsSkeleton } from "./vitals-skeleton";

const { Component: ObservationsDialog } = lazyPage(
  () => import("@/features/vitals/parts/observations-dialog"),
  "ObservationsDialog",
);

const NO_PATH = {
  title: "There is no such path",
  detail: "The address does not name the path of a page. Choose one on the board.",
  canRetry: false,
};

/** Everything about the web vitals of one path. */
export function VitalDetailPage() {
  const { search } = useLocation();
  const path = cleanPath(new URLSearchParams(search).get("path") ?? "");
  return path === null ? <NoPath /> : <PathPage key={path} path={path} />;
}

/** The address of the board as it was left, else of the one that is remembered. */
function useBoardAddress() {
  const { projectId } = useApi();
  const place = useBoardPlace();
  return `${paths.vitals(projectId)}${place ?? ""}`;
}

function NoPath() {
  const board = useBoardAddress();
  return (
    <Page title="Not found" breadcrumbs={[{ label: "Web vitals", to: board }]}>
      <ErrorState
        problem={NO_PATH}
        actions={
          <LinkButton variant="default" to={board}>
            Web vitals
          </LinkButton>
        }
      />
    </Page>
  );
}

function PathPage({ path }: { readonly path: string }) {
  const api = useApi();
  const board = useBoardAddress();
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery(vitalsQueries.path(api, pathnameOf(path)));
  const history = useQuery(vitalsHistoryQueries.path(api, path));
  const failure = useProjectFailure(query.error);
  const listed = useMemo(() => [path], [path]);
  useVitalsRecorder(listed);
  const retry = () => void query.refetch();
  const problem = failure && vitalFailureOf(query.error, pathnameOf(path)).problem;

  return (
    <Page
      title={nameOfPath(path)}
      documentTitle={`${nameOfPath(path)} · Web vitals`}
      breadcrumbs={[{ label: "Web vitals", to: board }]}
      description={
        <>
          How fast this page was for the people who visited it. <VitalHelp />
        </>
      }
      actions={
        <>
          <OnBoard path={path} />
          <Button variant="default" leftSection={<JournalIcon />} onClick={() => setIsOpen(true)}>
            Own observations…
          </Button>
          <Button variant="default" leftSection={<RefreshIcon />} onClick={retry}>
            Refresh
          </Button>
        </>
      }
    >
      {query.data === undefined && failure && problem && (
        <ProjectFailed
          failure={{ ...failure, problem }}
          onRetry={retry}
          linkTo={paths.vitals}
          actions={
            <LinkButton variant="default" to={board}>
              Web vitals
            </LinkButton>
          }
        />
      )}
      {query.data === undefined && failure && <ObservedAlone observed={history.data ?? NONE} />}
      {query.data === undefined && query.isPending && <VitalsSkeleton />}
      {query.data !== undefined && problem && <RefreshFailed problem={problem} onRetry={retry} />}
      {query.data !== undefined && (
        <Answer data={query.data} isRefetching={query.isFetching} observed={history.data ?? NONE} />
      )}
      <Suspense fallback={null}>
        {isOpen && <ObservationsDialog path={path} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </Page>
  );
}

const NONE: readonly Observation[] = [];

const FULL = `The board has its ${MOST_PATHS} paths. Take one off first.`;

/** The way to a board with this path, where it is not on the one that was there last. */
function OnBoard({ path }: { readonly path: string }) {
  const api = useApi();
  const kept = useVitalPaths(api);
  const place = useBoardPlace();
  if (kept.board.includes(path)) return null;
  const last = readBoard(new URLSearchParams(place ?? ""));
  const { board, left } = withPaths({ ...last, paths: kept.board }, [path]);
  return (
    <LinkButton
      variant="default"
      leftSection={<PlusIcon />}
      to={`${paths.vitals(api.projectId)}${writeBoard(board)}`}
      disabledReason={left.length > 0 ? FULL : undefined}
    >
      Put on the board
    </LinkButton>
  );
}

/** What this browser has seen before, below a failure: it needs no server. */
function ObservedAlone({ observed }: Pick<AnswerProps, "observed">) {
  const { budgets } = useVitalBudgets(useApi());
  const readings = useMemo(() => unservedReadings(null, observed), [observed]);
  return (
    <div className={classes.stack}>
      {readings.map((reading) => (
        <VitalSection key={reading.key} reading={reading} budgets={budgets} observed={observed} />
      ))}
    </div>
  );
}

interface AnswerProps {
  readonly data: WebVitals;
  readonly isRefetching: boolean;
  readonly observed: readonly Observation[];
}

function Answer({ data, isRefetching, observed }: AnswerProps) {
  const now = useNow();
  const { budgets } = useVitalBudgets(useApi());
  const answer = answerOf({ data });
  const unserved = useMemo(
    () => (answer === null ? [] : unservedReadings(answer, observed)),
    [answer, observed],
  );
  if (answer === null) return null;
  const { readings, notes, broken, computedAt, period, timezone } = answer;
  return (
    <div className={classes.stack}>
      <ProgressLine active={isRefetching} label="Updating the web vitals" />
      <p className={classes.facts}>
        {period === null ? "The server does not say which days these are." : `Days: ${period}`}
        {period !== null && timezone !== null && ` (${timezone})`}
        {computedAt !== null && (
          <>
            {period === null ? " C" : " · c"}omputed <TimeStamp iso={computedAt} now={now} />
          </>
        )}
      </p>
      {notes.map((note) => (
        <Notice key={note} tone="warning">
          {note}
        </Notice>
      ))}
      <BrokenRecords broken={broken} one="series" other="series" />
      {readings.length === 0 && (
        <EmptyState
          title="No data"
          detail="The server has no figures for this path: nobody who was measured visited it in these days, or its path is written differently. Put it on the board to see when figures come, or look up the paths that were visited under Sessions."
        />
      )}
      {[...readings, ...unserved].map((reading) => (
        <VitalSection key={reading.key} reading={reading} budgets={budgets} observed={observed} />
      ))}
      <RawJson value={rawOf(data) ?? data} label="Show the answer as it was served" />
    </div>
  );
}
