import { Box, Skeleton, Stack } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { Suspense, useEffect, useRef, useState } from "react";
import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatch,
  useNavigation,
  useNavigationType,
} from "react-router-dom";
import { useShortcuts } from "@/app/commands/use-shortcuts";
import type { KeyDialogProps } from "@/app/connect/key-dialog";
import type { AppBackend } from "@/app/connection/backend";
import { getRecentProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { ConnectionNotices, ErrorBoundary } from "@/app/notices/connection-notices";
import { PAGE_KEYS } from "@/app/pages";
import { TOUR_EVENT, Tour } from "@/app/tour/tour";
import { useConnectionStatus } from "@/data/backend/backend";
import { closeBulkPreview, useBulkJobs } from "@/data/bulk/bulk-job-store";
import { PageKeysContext } from "@/features/help/page-keys";
import { paths } from "@/lib/url/paths";
import { isOpenedFromList } from "@/lib/url/url-state";
import { SkeletonLines } from "@/ui/feedback/states";
import { showChunkLoadError, toasts } from "@/ui/feedback/toasts";
import { lazyOverlay, OverlayBoundary } from "@/ui/overlay/lazy-overlay";
import { LeaveConfirmation } from "@/ui/overlay/use-unsaved-changes";
import { ProgressLine } from "@/ui/primitives/status";
import classes from "./shell.module.css";
import { Navigation, TopBar } from "./top-bar";
import barClasses from "./top-bar.module.css";

const getScrollKey = createScrollKeys();

export function Shell() {
  const { backend } = useSession();
  const { pathname } = useLocation();
  const urlProjectId = useMatch("/p/:projectId/*")?.params.projectId;
  // Pages outside a project link back to the last project.
  const projectId = urlProjectId ?? (backend && getRecentProject(backend));
  const [overlay, setOverlay] = useState<keyof typeof OVERLAYS | null>(null);
  const [isTourOpen, setIsTourOpen] = useState(false);
  const isLoadingPage = useNavigation().state !== "idle";
  const Overlay = overlay && OVERLAYS[overlay];
  const showShortcuts = () => setOverlay("shortcuts");
  useShortcuts(projectId, {
    openPalette: () => setOverlay("palette"),
    showShortcuts,
    undoLast: () => setOverlay("undo"),
  });
  useRouteFocus();
  // The tour stays open behind other overlays.
  useWindowEvent(TOUR_EVENT, () => setIsTourOpen(true));

  function handleLoadError() {
    setOverlay(null);
    showChunkLoadError();
  }

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar projectId={projectId} onOpen={setOverlay} />
      <div className={classes.side}>
        <Navigation projectId={projectId} />
      </div>
      <main id="main" className={classes.main} tabIndex={-1}>
        <ProgressLine isActive={isLoadingPage} label="Loading page" />
        <ConnectionNotices backend={backend} />
        {backend && pathname !== paths.connect() && <ApiKeyPrompt backend={backend} />}
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <PageKeysContext value={PAGE_KEYS}>
              <Outlet />
            </PageKeysContext>
          </Suspense>
        </ErrorBoundary>
      </main>
      <LazyBulkJobHost />
      <ScrollRestoration getKey={getScrollKey} />
      <LeaveConfirmation />
      {isTourOpen && backend && <Tour backend={backend} onClose={() => setIsTourOpen(false)} />}
      {Overlay && (
        <OverlayBoundary key={overlay} onError={handleLoadError}>
          <Overlay projectId={projectId} onShowShortcuts={showShortcuts} onClose={() => setOverlay(null)} />
        </OverlayBoundary>
      )}
    </div>
  );
}

interface OverlayProps {
  readonly projectId: string | null;
  readonly onShowShortcuts: () => void;
  readonly onClose: () => void;
}

// Mantine's drawers and dialogs, the forms' library and the search load when they are needed.
const OVERLAYS = {
  navigation: lazyOverlay<"NavigationDrawer", OverlayProps>(
    () => import("./navigation-drawer"),
    "NavigationDrawer",
  ),
  palette: lazyOverlay<"Palette", OverlayProps>(() => import("@/app/commands/palette"), "Palette", {
    collectsText: true,
  }),
  shortcuts: lazyOverlay<"ShortcutsDialog", OverlayProps>(
    () => import("@/app/commands/shortcuts-dialog"),
    "ShortcutsDialog",
  ),
  undo: lazyOverlay<"UndoLast", OverlayProps>(() => import("@/app/commands/undo-last"), "UndoLast"),
};

const KeyDialog = lazyOverlay<"KeyDialog", KeyDialogProps>(
  () => import("@/app/connect/key-dialog"),
  "KeyDialog",
);

/** Shows the key dialog while the server rejects the API key. Pages show no error of their own for it. */
function ApiKeyPrompt({ backend }: { readonly backend: AppBackend }) {
  const { keyRefusal } = useConnectionStatus(backend.client);
  if (keyRefusal === null) return null;
  return (
    <ErrorBoundary>
      <KeyDialog backend={backend} isChangeRejected={keyRefusal === "write"} />
    </ErrorBoundary>
  );
}

export function ShellSkeleton() {
  return (
    <div className={classes.shell}>
      <div className={barClasses.bar} />
      <div className={classes.side} />
      <main>
        <PageSkeleton />
      </main>
    </div>
  );
}

function PageSkeleton() {
  return (
    <div aria-busy="true">
      <Stack className={classes.skeletonHead ?? ""} justify="center" gap={14} px="var(--ui-gutter)">
        <Skeleton width="180px" />
        <Skeleton width="320px" />
      </Stack>
      <Box p="32px var(--ui-gutter)">
        <SkeletonLines count={6} />
      </Box>
    </div>
  );
}

const BulkJobHost = lazyOverlay(() => import("@/features/bulk/bulk-job-host"), "BulkJobHost");

export function LazyBulkJobHost() {
  const { backend } = useSession();
  const { jobs, openDialog: requestedPreview, isPreviewExpected: isExpected } = useBulkJobs(backend);
  const [failedJobs, setFailedJobs] = useState<typeof jobs | null>(null);
  // Tries again when a preview is requested or another job starts.
  if (failedJobs !== null && (requestedPreview !== null || jobs !== failedJobs)) setFailedJobs(null);
  const isNeeded = requestedPreview !== null || jobs.length > 0 || isExpected;

  function handleLoadError() {
    setFailedJobs(jobs);
    if (requestedPreview !== null) {
      showChunkLoadError();
      if (backend !== null) closeBulkPreview(backend);
      return;
    }
    // The job continues. Without this message, the user wouldn't notice its result.
    if (jobs.length === 0) return;
    toasts.show({
      title: "Couldn't load progress",
      detail: "The bulk action continues. See Activity for each change.",
      tone: "danger",
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Try again", onSelect: () => setFailedJobs(null) },
    });
  }

  if (backend === null || !isNeeded || failedJobs !== null) return null;
  return (
    <OverlayBoundary onError={handleLoadError}>
      <BulkJobHost backend={backend} holdsKeys={requestedPreview !== null} />
    </OverlayBoundary>
  );
}

/** Returns the path of the page below a drawer. Opening or closing a drawer doesn't change the page. */
function getPagePath(pathname: string): string {
  return pathname.replace(/\/(new|edit)$/, "");
}

/** Drawers and searches change the URL, but belong to the visit of their page, and keep its scroll position. */
function createScrollKeys(): (location: Location) => string {
  const visits = new Map<string, string>();
  let current = { page: "", visit: "" };
  return ({ pathname, key, state }) => {
    const page = isOpenedFromList(state) ? current.page : getPagePath(pathname);
    if (page !== current.page) current = { page, visit: visits.get(key) ?? key };
    visits.set(key, current.visit);
    return current.visit;
  };
}

/** Returns the URL of the link that is or contains the element, or of the first link in its row, or null. */
function getLinkHref(element: Element | null): string | null {
  const link = element?.closest("a[href]") ?? element?.closest("tr, li")?.querySelector("a[href]");
  return link?.getAttribute("href") ?? null;
}

function focusLink(href: string | undefined): boolean {
  if (href === undefined) return false;
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
  link?.focus({ preventScroll: true });
  return link !== null;
}

/** Focuses the new page's heading, or after Back or Forward the last focused link or row. */
function useRouteFocus(): void {
  const { pathname, key, state } = useLocation();
  const navigationType = useNavigationType();
  const isDrawerOpen = isOpenedFromList(state);
  const currentPage = getPagePath(pathname);
  const renderedPage = useRef(currentPage);
  const lastFocusedLinks = useRef(new Map<string, string>());

  useEffect(() => {
    const handleFocusIn = (event: FocusEvent) => {
      if (!(event.target instanceof Element) || event.target.closest("main") === null) return;
      const href = getLinkHref(event.target);
      if (href !== null) lastFocusedLinks.current.set(key, href);
    };
    document.addEventListener("focusin", handleFocusIn);
    return () => document.removeEventListener("focusin", handleFocusIn);
  }, [key]);

  useEffect(() => {
    // A drawer changes the URL, but not the page.
    if (isDrawerOpen || renderedPage.current === currentPage) return;
    renderedPage.current = currentPage;
    // Focus stays in a dialog that remains open.
    if (document.activeElement?.closest("[data-keeps-focus]")) return;
    if (navigationType === "POP" && focusLink(lastFocusedLinks.current.get(key))) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [currentPage, isDrawerOpen, key, navigationType]);
}
