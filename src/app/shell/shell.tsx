import { Suspense, useEffect, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatch, useNavigation } from "react-router-dom";
import { useShortcuts } from "@/app/commands/use-shortcuts";
import { getRecentProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { ErrorBoundary } from "@/app/notices/error-boundary";
import { LazyConnectionNotices } from "@/app/notices/lazy-connection-notices";
import { PAGE_KEYS } from "@/app/pages";
import { onTourOpen } from "@/app/tour/tour-events";
import { PageKeysContext } from "@/features/help/page-keys";
import { paths } from "@/lib/url/paths";
import { Skeleton, SkeletonLines } from "@/ui/feedback/states";
import { LeaveConfirmation } from "@/ui/overlay/use-unsaved-changes";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { ApiKeyPrompt } from "./api-key-prompt";
import { LazyBulkJobHost } from "./bulk-job-host";
import { Navigation } from "./navigation";
import { Overlay, type OverlayName } from "./overlays";
import classes from "./shell.module.css";
import { TopBar } from "./top-bar";
import { createScrollKeys, useRouteFocus } from "./use-route-focus";

const getScrollKey = createScrollKeys();

export function Shell() {
  const { backend } = useSession();
  const { pathname } = useLocation();
  const urlProjectId = useMatch("/p/:projectId/*")?.params.projectId;
  // Pages outside a project link back to the last project.
  const projectId = urlProjectId ?? (backend && getRecentProject(backend));
  const [overlay, setOverlay] = useState<OverlayName | null>(null);
  const [isTourOpen, setIsTourOpen] = useState(false);
  const isLoadingPage = useNavigation().state !== "idle";
  const closeOverlay = () => setOverlay(null);
  const openPalette = () => setOverlay("palette");
  const showShortcuts = () => setOverlay("shortcuts");
  useShortcuts(projectId, { openPalette, showShortcuts });
  useRouteFocus();
  // The tour stays open behind other overlays.
  useEffect(() => onTourOpen(() => setIsTourOpen(true)), []);

  return (
    <div className={classes.shell}>
      <ProgressLine isActive={isLoadingPage} label="Loading page" />
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar backend={backend} projectId={projectId} onOpen={setOverlay} />
      <div className={classes.side}>
        <Navigation projectId={projectId} />
      </div>
      <main id="main" className={classes.main} tabIndex={-1}>
        <LazyConnectionNotices backend={backend} />
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
      {isTourOpen && (
        <Overlay
          name="tour"
          projectId={projectId}
          onShowShortcuts={showShortcuts}
          onClose={() => setIsTourOpen(false)}
        />
      )}
      {overlay && (
        <Overlay
          key={overlay}
          name={overlay}
          projectId={projectId}
          onShowShortcuts={showShortcuts}
          onClose={closeOverlay}
        />
      )}
    </div>
  );
}

export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <div className={classes.skeletonHead}>
        <Skeleton width="180px" />
        <Skeleton width="320px" />
      </div>
      <div className={classes.skeleton}>
        <SkeletonLines count={6} />
      </div>
    </div>
  );
}
