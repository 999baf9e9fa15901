import { Fragment, Suspense, useEffect, useState } from "react";
import { Outlet, useLocation, useMatch } from "react-router-dom";
import { useShortcuts } from "@/app/commands/use-shortcuts";
import { recentProject } from "@/app/connection/recent-project";
import { useSession } from "@/app/connection/session";
import { ClockNotice } from "@/app/notices/clock-skew-notice";
import { RoutesNotice } from "@/app/notices/deprecated-routes-notice";
import { CrashBoundary } from "@/app/notices/error-boundary";
import { OfflineNotice } from "@/app/notices/offline-notice";
import { ThrottleNotice } from "@/app/notices/throttle-notice";
import { onTourCall } from "@/app/tour/tour-events";
import { paths } from "@/lib/url/paths";
import { Skeleton, SkeletonLines } from "@/ui/feedback/states";
import { type Toasts, useToasts } from "@/ui/feedback/toasts";
import { KeyGate } from "./api-key-prompt";
import { RunLayer } from "./bulk-job-host";
import { Navigation } from "./navigation";
import { Overlay, type OverlayName } from "./overlays";
import classes from "./shell.module.css";
import { TopBar } from "./top-bar";
import { useRouteFocus } from "./use-route-focus";

/** Ms after which what looks after newer versions is fetched: behind the first rows. */
const BEHIND_ROWS = 3_000;

/** Has code that is not there any more looked after, as after a newer version was published. */
function useNewerVersions(toasts: Toasts): void {
  useEffect(() => {
    let isLeft = false;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => void watch(), BEHIND_ROWS);
    async function watch(): Promise<void> {
      // A page whose code does not come either says so itself.
      const code = await import("@/app/pwa/app-update").catch(() => null);
      if (!isLeft) stop = code?.watchForNewerVersion(toasts);
    }
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [toasts]);
}

/** The frame around every page. */
export function Shell() {
  const { backend } = useSession();
  const { pathname } = useLocation();
  const inAddress = useMatch("/p/:projectId/*")?.params.projectId;
  // Pages outside of a project keep the way back into the last one.
  const projectId = inAddress ?? (backend && recentProject(backend));
  const [overlay, setOverlay] = useState<OverlayName | null>(null);
  const close = () => setOverlay(null);
  const openPalette = () => setOverlay("palette");
  const showShortcuts = () => setOverlay("shortcuts");
  useShortcuts(projectId, { openPalette, showShortcuts });
  useRouteFocus();
  useNewerVersions(useToasts());
  // What is open already is what the person wants.
  useEffect(() => onTourCall(() => setOverlay((open) => open ?? "tour")), []);

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar
        backend={backend}
        projectId={projectId}
        onOpenNavigation={() => setOverlay("navigation")}
        onOpenPalette={openPalette}
      />
      <div className={classes.side}>
        <Navigation projectId={projectId} />
      </div>
      <main id="main" className={classes.main} tabIndex={-1}>
        {backend && (
          <Fragment key={backend.client.connection.id}>
            <RoutesNotice client={backend.client} />
            <ClockNotice client={backend.client} />
            <ThrottleNotice client={backend.client} />
          </Fragment>
        )}
        {backend && pathname !== paths.connect() && <KeyGate backend={backend} />}
        <OfflineNotice isDemo={backend?.demo != null} />
        <CrashBoundary resetKey={pathname}>
          <Suspense fallback={<PagePending />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </main>
      <RunLayer />
      {overlay && (
        <Overlay name={overlay} projectId={projectId} onShortcuts={showShortcuts} onClose={close} />
      )}
    </div>
  );
}

/** The place of a page whose code is on its way: its head, and lines below it. */
function PagePending() {
  return (
    <div aria-busy="true">
      <div className={classes.pendingHead}>
        <Skeleton width="180px" />
        <Skeleton width="320px" />
      </div>
      <div className={classes.pending}>
        <SkeletonLines n={6} />
      </div>
    </div>
  );
}
