import { Fragment, lazy, Suspense, useState } from "react";
import { Outlet, useLocation, useMatch } from "react-router-dom";
import { SkeletonLines } from "@/ui/states";
import { CrashBoundary } from "../crash-boundary";
import { recentProject } from "../recent-project";
import { useSession } from "../session";
import { Navigation } from "./navigation";
import { OfflineNotice } from "./offline-notice";
import { RoutesNotice } from "./routes-notice";
import classes from "./shell.module.css";
import { ThrottleNotice } from "./throttle-notice";
import { TopBar } from "./top-bar";
import { UnauthorizedNotice } from "./unauthorized-notice";
import { useCommands } from "./use-commands";
import { useRouteFocus } from "./use-route-focus";
import { useShortcuts } from "./use-shortcuts";

const overlays = {
  navigation: lazy(() => import("./navigation-drawer").then((m) => ({ default: m.NavigationDrawer }))),
  palette: lazy(() => import("./palette").then((m) => ({ default: m.Palette }))),
  shortcuts: lazy(() => import("./shortcuts-dialog").then((m) => ({ default: m.ShortcutsDialog }))),
};

type OverlayName = keyof typeof overlays;

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
  const commands = useCommands(projectId, () => setOverlay("shortcuts"));
  useShortcuts(commands, openPalette);
  useRouteFocus();
  const Overlay = overlay && overlays[overlay];

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
        <UnauthorizedNotice />
        {backend && (
          <Fragment key={backend.client.connection.id}>
            <RoutesNotice client={backend.client} />
            <ThrottleNotice client={backend.client} />
          </Fragment>
        )}
        <OfflineNotice isDemo={backend?.demo != null} />
        <CrashBoundary resetKey={pathname}>
          <Suspense fallback={<PagePending />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </main>
      {Overlay && (
        <Suspense>
          <Overlay projectId={projectId} commands={commands} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function PagePending() {
  return (
    <div className={classes.pending} aria-busy="true">
      <SkeletonLines n={6} />
    </div>
  );
}
