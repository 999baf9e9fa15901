import { Box, Skeleton, Stack } from "@mantine/core";
import { Suspense, useEffect, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatch, useNavigation } from "react-router-dom";
import { useShortcuts } from "@/app/commands/use-shortcuts";
import type { KeyDialogProps } from "@/app/connect/key-dialog";
import type { AppBackend } from "@/app/connection/backend";
import { getRecentProject } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { ConnectionNotices } from "@/app/notices/connection-notices";
import { ErrorBoundary } from "@/app/notices/error-boundary";
import { PAGE_KEYS } from "@/app/pages";
import { onTourOpen, Tour } from "@/app/tour/tour";
import { useConnectionStatus } from "@/data/backend/backend";
import { PageKeysContext } from "@/features/help/page-keys";
import { paths } from "@/lib/url/paths";
import { SkeletonLines } from "@/ui/feedback/states";
import { showChunkLoadError } from "@/ui/feedback/toasts";
import { lazyOverlay, OverlayBoundary } from "@/ui/overlay/lazy-overlay";
import { LeaveConfirmation } from "@/ui/overlay/use-unsaved-changes";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { LazyBulkJobHost } from "./bulk-job-host";
import { Navigation } from "./navigation";
import classes from "./shell.module.css";
import { TopBar } from "./top-bar";
import barClasses from "./top-bar.module.css";
import { createScrollKeys, useRouteFocus } from "./use-route-focus";

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
  useEffect(() => onTourOpen(() => setIsTourOpen(true)), []);

  function handleLoadError() {
    setOverlay(null);
    showChunkLoadError();
  }

  return (
    <div className={classes.shell}>
      <ProgressLine isActive={isLoadingPage} label="Loading page" />
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar projectId={projectId} onOpen={setOverlay} />
      <div className={classes.side}>
        <Navigation projectId={projectId} />
      </div>
      <main id="main" className={classes.main} tabIndex={-1}>
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

/** Shows the key dialog while the server rejects the API key. Nothing else reports the rejection. */
function ApiKeyPrompt({ backend }: { readonly backend: AppBackend }) {
  const { keyRefusal } = useConnectionStatus(backend.client);
  if (keyRefusal === null) return null;
  return (
    <ErrorBoundary>
      <KeyDialog backend={backend} isChangeRejected={keyRefusal === "write"} />
    </ErrorBoundary>
  );
}

/** The frame without its content, while the first page's code loads. */
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
