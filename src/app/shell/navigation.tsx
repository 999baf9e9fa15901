import { Badge, NavLink, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { NavLink as RouterLink, useLocation } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useSession } from "@/app/connection/session";
import { type Destination, destinationPath, listDestinations, type NavigationGroup } from "@/app/pages";
import type { Backend } from "@/data/backend/backend";
import { useRegexHelper } from "@/data/browser-storage/local-storage";
import { openSubscriptionCollections } from "@/data/subscriptions/subscriptions";
import { hasFinding, isStoppedByServer } from "@/features/subscriptions/findings/health-rules";
import { useHealthData } from "@/features/subscriptions/health/use-health-data";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { formatCount, pluralForm } from "@/lib/text/numbers";
import { useNow } from "@/ui/hooks/use-now";
import { KeyHint } from "@/ui/primitives/kbd";
import classes from "./navigation.module.css";

const PROJECT_GROUPS: readonly NavigationGroup[] = ["start", "Reports", "Website", "Project"];

export function Navigation(props: {
  /** Null outside a project. */
  readonly projectId: string | null;
  readonly onNavigate?: () => void;
}) {
  const { projectId, onNavigate } = props;
  const { backend } = useSession();
  const destinations = listDestinations(projectId, useRegexHelper());
  /** Links are current on their page and on all pages below it. */
  const renderItem = (destination: Destination) => (
    <li key={destination.id}>
      <NavLink
        component={RouterLink}
        to={destinationPath(destination, projectId)}
        // The overview's path is a prefix of all paths in its project.
        end={destination.id === "overview"}
        className={classes.link ?? ""}
        label={destination.label}
        leftSection={<destination.Icon />}
        rightSection={
          <>
            {destination.id === "health" && backend && projectId !== null && (
              <HealthCount backend={backend} projectId={projectId} />
            )}
            {destination.keys && (
              <span className={classes.keys}>
                <KeyHint keys={destination.keys} />
              </span>
            )}
          </>
        }
        {...(onNavigate && { onClick: onNavigate })}
      />
    </li>
  );
  const renderGroup = (group: NavigationGroup) => {
    const heading = group === "start" || group === "app" ? undefined : group;
    return (
      <div key={group}>
        {heading && (
          <Text fz="xs" c="dimmed" px={10} mt={14} mb={4}>
            {heading}
          </Text>
        )}
        <Stack component="ul" gap={1} p={0} className={classes.list ?? ""} aria-label={heading}>
          {destinations.filter((destination) => destination.group === group).map(renderItem)}
        </Stack>
      </div>
    );
  };
  return (
    <Stack component="nav" aria-label="Main" flex={1} justify="space-between">
      <div>{projectId !== null && PROJECT_GROUPS.map(renderGroup)}</div>
      {renderGroup("app")}
    </Stack>
  );
}

const ROWS_PER_SLICE = 64;
const NO_RECORDS: readonly Subscription[] = [];

/** Shows the number of subscriptions that need attention, after the list has loaded. */
function HealthCount({ backend, projectId }: { readonly backend: Backend; readonly projectId: string }) {
  const records = useLoadedSubscriptions(backend, projectId);
  const now = useNow().getTime();
  const scan = useCallback((rows: readonly Subscription[]) => countUrgent(rows, now), [now]);
  const count = useHealthData(records, scan) ?? 0;
  if (count === 0) return null;
  return (
    <Badge className={classes.count ?? ""} size="sm" variant="default" bg="var(--ui-bg-active)" px={7}>
      {formatCount(count)}
      <VisuallyHidden>{pluralForm(count, " needs attention", " need attention")}</VisuallyHidden>
    </Badge>
  );
}

/** Returns the loaded subscriptions of a project. Sends no request. */
function useLoadedSubscriptions(backend: Backend, projectId: string): readonly Subscription[] {
  const { pathname } = useLocation();
  const find = useCallback(
    () =>
      openSubscriptionCollections({ ...backend, projectId }).find(({ view }) => view === "active")
        ?.collection,
    [backend, projectId],
  );
  // Subscribes again on each page, because the page may have opened the list.
  const subscribe = useMemo(() => {
    const subscribeOn = (_page: string) => (onChange: () => void) =>
      find()?.subscribe(onChange) ?? (() => undefined);
    return subscribeOn(pathname);
  }, [find, pathname]);
  return useSyncExternalStore(subscribe, () => find()?.get().records ?? NO_RECORDS);
}

function* countUrgent(records: readonly Subscription[], now: number): CooperativeTask<number> {
  let count = 0;
  for (const [index, record] of records.entries()) {
    if (index % ROWS_PER_SLICE === 0) yield;
    const isUrgent =
      isStoppedByServer(record, new Date(now)) ||
      hasFinding("overdue", record, now) ||
      hasFinding("never", record, now);
    if (isUrgent) count += 1;
  }
  return count;
}
