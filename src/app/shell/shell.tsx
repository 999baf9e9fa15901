import { Fragment, Suspense, useEffect, useState } from "react";
import { Outlet, useLocation, useMatch } from "react-router-dom";
import { paths } from "@/lib/paths";
import { Skeleton, SkeletonLines } from "@/ui/states";
import { type Toasts, useToasts } from "@/ui/toasts";
import { CrashBoundary } from "../crash-boundary";
import { recentProject } from "../recent-project";
import { useSession } from "../session";
import { onTourCall } from "../tour/tour-call";
import { ClockNotice } from "./clock-notice";
import { KeyGate } from "./key-gate";
import { Navigation } from "./navigation";
import { OfflineNotice } from "./offline-notice";
import { Overlay, type OverlayName } from "./overlays";
import { RoutesNotice } from "./routes-notice";
import { RunLayer } from "./run-layer";
import classes from "./shell.module.css";
import { ThrottleNotice } from "./throttle-notice";
import { TopBar } from "./top-bar";
import { useRouteFocus } from "./use-route-focus";
import { useShortcuts } from "./use-shortcuts";

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
      const code = await import("../newer-version").catch(() => null);
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
