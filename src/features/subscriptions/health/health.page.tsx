import { useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { useCollection } from "@/data/collections";
import { subscriptionCollection } from "@/data/subscription-collections";
import { describeError, rawAnswerOf } from "@/http/describe-error";
import { paths } from "@/lib/paths";
import { readChoice } from "@/lib/url-state";
import { CollectionBar } from "@/ui/collection-bar";
import { Page } from "@/ui/page";
import { ErrorState, SkeletonLines } from "@/ui/states";
import { BrokenRecords } from "../broken-records";
import { isProjectClosed, OtherProjects } from "../closed-project";
import { RefreshFailed } from "../refresh-failed";
import { EmptyList } from "../subscription-list-empty";
import views from "../subscription-list-views.module.css";
import { useNow } from "../use-now";
import { ClockView } from "./clock-view";
import { FindingsView } from "./findings-view";

const VIEWS = ["findings", "clock"] as const;
const VIEW_LABELS = { findings: "Findings", clock: "Clock change" };

/** What is the matter with the deliveries of a project, and what mends it. */
export function HealthPage() {
  const { projectId } = useApi();
  const { search } = useLocation();
  const view = readChoice(new URLSearchParams(search), "view", VIEWS, "findings");
  return (
    <Page
      title="Health"
      documentTitle={view === "clock" ? "Clock change · Health" : "Health"}
      description={
        view === "clock"
          ? "Schedules are kept in UTC, so the local hour of a delivery moves when the clocks change."
          : "What needs a look among the deliveries, and what mends it."
      }
    >
      <nav className={views.views} aria-label="Views">
        {VIEWS.map((each) => (
          <Link
            key={each}
            to={paths.health(projectId, each === "clock" ? "clock" : undefined)}
            className={views.view}
            aria-current={view === each ? "page" : undefined}
          >
            {VIEW_LABELS[each]}
          </Link>
        ))}
      </nav>
      <HealthContent view={view} />
    </Page>
  );
}

function HealthContent({ view }: { readonly view: (typeof VIEWS)[number] }) {
  const api = useApi();
  const now = useNow();
  const collection = subscriptionCollection(useQueryClient(), api, "active");
  const state = useCollection(collection);
  const { records, broken, phase, error } = state;
  if (error && records.length === 0) {
    return (
      <ErrorState
        problem={describeError(error)}
        onRetry={collection.resume}
        raw={rawAnswerOf(error)}
        actions={isProjectClosed(error) ? <OtherProjects /> : undefined}
      />
    );
  }
  const isFirst = records.length === 0 && (phase === "idle" || phase === "first");
  if (isFirst) return <SkeletonLines n={6} />;
  if (records.length === 0) return <EmptyList view="active" brokenCount={broken.length} />;
  return (
    <>
      {error && phase !== "failed" && <RefreshFailed error={error} onRetry={collection.refresh} />}
      <BrokenRecords broken={broken} />
      <CollectionBar
        progress={{ ...state, loaded: records.length }}
        one="delivery"
        other="deliveries"
        matching={null}
        isFinding={false}
        problem={error && describeError(error)}
        now={now}
        onPause={collection.pause}
        onResume={collection.resume}
        onLoadAll={collection.loadAll}
        onRefresh={collection.refresh}
        onSeenChanges={collection.seenChanges}
        onClear={() => undefined}
      />
      {view === "clock" ? (
        <ClockView records={records} now={now} />
      ) : (
        <FindingsView records={records} isWhole={phase === "complete"} now={now} />
      )}
    </>
  );
}
