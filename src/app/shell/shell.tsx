import { Suspense, useEffect, useState } from "react";
import { Outlet, useLocation, useMatch } from "react-router-dom";
import { useShortcuts } from "@/app/commands/use-shortcuts";
import { getRecentProject } from "@/app/connection/recent-project";
import { useSession } from "@/app/connection/session";
import { ErrorBoundary } from "@/app/notices/error-boundary";
import { LazyConnectionNotices } from "@/app/notices/lazy-connection-notices";
import { onTourOpen } from "@/app/tour/tour-events";
import { paths } from "@/lib/url/paths";
import { Skeleton, SkeletonLines } from "@/ui/feedback/states";
import { ApiKeyPrompt } from "./api-key-prompt";
import { LazyBulkJobHost } from "./bulk-job-host";
import { Navigation } from "./navigation";
import { Overlay, type OverlayName } from "./overlays";
import { PendingPage } from "./pending-page";
import classes from "./shell.module.css";
import { TopBar } from "./top-bar";
import { useRouteFocus } from "./use-route-focus";

export function Shell() {
  const { backend } = useSession();
  const { pathname } = useLocation();
  const urlProjectId = useMatch("/p/:projectId/*")?.params.projectId;
  // Pages outside a project link back to the last project.
  const projectId = urlProjectId ?? (backend && getRecentProject(backend));
  const [overlay, setOverlay] = useState<OverlayName | null>(null);
  const [isTourOpen, setIsTourOpen] = useState(false);
  const closeOverlay = () => setOverlay(null);
  const openPalette = () => setOverlay("palette");
  const showShortcuts = () => setOverlay("shortcuts");
  useShortcuts(projectId, { openPalette, showShortcuts });
  useRouteFocus();
  // The tour stays open behind other overlays.
  useEffect(() => onTourOpen(() => setIsTourOpen(true)), []);

  return (
    <div className={classes.shell}>
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
            <PendingPage projectId={projectId}>
              <Outlet />
            </PendingPage>
          </Suspense>
        </ErrorBoundary>
      </main>
      <LazyBulkJobHost />
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

function PageSkeleton() {
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
