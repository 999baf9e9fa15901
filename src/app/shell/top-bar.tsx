import {
  Badge,
  Burger,
  Button,
  Group,
  Kbd,
  NavLink,
  Popover,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Link, NavLink as RouterLink, useLocation, useNavigate } from "react-router-dom";
import type { Client } from "@/api/client";
import { describeError } from "@/api/describe-error";
import type { Subscription } from "@/api/subscriptions";
import { useSession } from "@/app/connection/session";
import { listRefusalMessage, ORGANIZATION_PROJECTS_NOTE } from "@/app/notices/connection-notices";
import { type Destination, destinationPath, listDestinations, type NavigationGroup } from "@/app/pages";
import { type Backend, useConnectionStatus } from "@/data/backend/backend";
import { useRegexHelper } from "@/data/browser-storage/local-storage";
import { projectQueries } from "@/data/projects/projects";
import { openSubscriptionCollections } from "@/data/subscriptions/subscriptions";
import { hasFinding, isStoppedByServer } from "@/features/subscriptions/findings/health-rules";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { formatCount, pluralForm } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { ColorSchemeToggle } from "@/ui/feedback/color-scheme-toggle";
import { useNow } from "@/ui/feedback/time-stamp";
import { useSlicedTask } from "@/ui/hooks/use-sliced-task";
import { KeyHint } from "@/ui/primitives/link-button";
import { CheckIcon, ChevronDownIcon, SearchIcon } from "@/ui/theme/icons";
import navigationStyles from "./navigation.module.css";
import classes from "./top-bar.module.css";

const PALETTE_KEYS = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘K" : "Ctrl K";

export function TopBar(props: {
  readonly projectId: string | null;
  readonly onOpen: (overlay: "navigation" | "palette") => void;
}) {
  const { projectId, onOpen } = props;
  const { backend } = useSession();
  return (
    <header className={classes.bar}>
      <Burger
        className={classes.menu ?? ""}
        size="xs"
        aria-label="Open navigation"
        onClick={() => onOpen("navigation")}
      />
      <Link to={paths.home()} className={classes.home}>
        Environs
      </Link>
      <div className={classes.project}>
        {backend && projectId !== null && <ProjectSwitcher client={backend.client} projectId={projectId} />}
      </div>
      <Button
        className={classes.search ?? ""}
        justify="flex-start"
        leftSection={<SearchIcon />}
        rightSection={<Kbd>{PALETTE_KEYS}</Kbd>}
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => onOpen("palette")}
      >
        Search
      </Button>
      <ConnectionBadge />
      <ColorSchemeToggle />
    </header>
  );
}

export function ConnectionBadge(props: { readonly isWide?: boolean; readonly onNavigate?: () => void }) {
  const { backend } = useSession();
  if (backend === null) return null;
  const { label } = backend.client.connection;
  return (
    <Button
      component={Link}
      to={paths.connect()}
      className={classes.badge ?? ""}
      leftSection={<span className={classes.dot} data-kind={backend.demo ? "demo" : "live"} />}
      data-wide={props.isWide || undefined}
      aria-label={`Connection: ${label}`}
      onClick={props.onNavigate}
    >
      {label}
    </Button>
  );
}

/** Users can also open a project by ID, because some keys can't list projects. */
function ProjectSwitcher({ client, projectId }: { readonly client: Client; readonly projectId: string }) {
  const { data, isPending, error } = useQuery(projectQueries.list(client));
  const { closedProjects } = useConnectionStatus(client);
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const current = data?.projects.find((project) => String(project.id) === projectId);
  const name = current?.name ?? (projectId === "@current" ? "Current project" : `Project ${projectId}`);

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get("id")).trim();
    if (id === "") return;
    close();
    void navigate(paths.subscriptions(id));
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      offset={4}
      width="min(300px, calc(100vw - 32px))"
      trapFocus
    >
      <Popover.Target>
        <Button
          ref={button}
          className={classes.switcher ?? ""}
          justify="space-between"
          rightSection={<ChevronDownIcon />}
          aria-label={`Project: ${name}`}
          onClick={(event) => {
            // Safari doesn't focus a clicked button. Escape returns the focus to it.
            event.currentTarget.focus();
            setIsOpen(!isOpen);
          }}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ""}>
        {isPending && <ProjectNote>Loading projects…</ProjectNote>}
        {error && <ProjectNote>{describeError(error).title}. You can open a project by its ID.</ProjectNote>}
        {data?.refusal && (
          <ProjectNote>
            {listRefusalMessage(data.refusal.missingScope)}{" "}
            {data.projects.length === 0 ? "You can open a project by its ID." : ORGANIZATION_PROJECTS_NOTE}
          </ProjectNote>
        )}
        {data && data.projects.length > 0 && (
          <ul className={classes.projects} aria-label="Projects">
            {data.projects.map((project) => {
              const isCurrent = String(project.id) === projectId;
              return (
                <li key={project.id}>
                  <NavLink
                    component={Link}
                    to={paths.subscriptions(project.id)}
                    className={classes.link ?? ""}
                    label={project.name}
                    description={
                      closedProjects.has(String(project.id)) ? "No access with this key" : undefined
                    }
                    rightSection={
                      <Group gap="xs" c="dimmed" fz="sm">
                        {project.id}
                        {isCurrent && <CheckIcon />}
                      </Group>
                    }
                    aria-current={isCurrent ? "true" : undefined}
                    onClick={close}
                  />
                </li>
              );
            })}
          </ul>
        )}
        <form onSubmit={handleSubmit}>
          <Group wrap="nowrap" gap="xs" p="8px 8px 4px">
            <Text component="label" htmlFor="project-id" fz="sm" c="dimmed">
              Open by ID
            </Text>
            <TextInput id="project-id" name="id" flex={1} autoComplete="off" spellCheck={false} />
            <Button type="submit">Open</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function ProjectNote({ children }: { readonly children: React.ReactNode }) {
  return (
    <Text fz="sm" c="dimmed" p="6px 8px">
      {children}
    </Text>
  );
}

const PROJECT_GROUPS: readonly NavigationGroup[] = ["start", "Reports", "Website", "Project"];

export function Navigation(props: { readonly projectId: string | null; readonly onNavigate?: () => void }) {
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
        className={navigationStyles.link ?? ""}
        label={destination.label}
        leftSection={<destination.Icon />}
        rightSection={
          <>
            {destination.id === "health" && backend && projectId !== null && (
              <HealthCount backend={backend} projectId={projectId} />
            )}
            {destination.keys && (
              <span className={navigationStyles.keys}>
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
        <Stack component="ul" gap={1} p={0} className={navigationStyles.list ?? ""} aria-label={heading}>
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

function HealthCount({ backend, projectId }: { readonly backend: Backend; readonly projectId: string }) {
  const records = useLoadedSubscriptions(backend, projectId);
  const now = useNow().getTime();
  const scan = useCallback((rows: readonly Subscription[]) => countUrgent(rows, now), [now]);
  const count = useSlicedTask(records, scan)?.result ?? 0;
  if (count === 0) return null;
  return (
    <Badge
      className={navigationStyles.count ?? ""}
      size="sm"
      variant="default"
      bg="var(--ui-bg-active)"
      px={7}
    >
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
