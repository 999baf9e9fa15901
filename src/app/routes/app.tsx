import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import type { Demo } from "@/app/connection/backend";
import { type Session, SessionContext } from "@/app/connection/session";
import {
  createInitialBackend,
  type InitialSession,
  useSessionState,
} from "@/app/connection/use-session-state";
import { ErrorBoundary } from "@/app/notices/error-boundary";
import { createQueryClient } from "@/data/query/query-client";
import { runWhenLoaded } from "@/lib/scheduler/run-when-loaded";
import { useToasts } from "@/ui/feedback/toasts";
import { UiProvider } from "@/ui/provider/ui-provider";
import { AppRoutes } from "./app-routes";
import { preload } from "./preload";
import type { PrerenderedPage } from "./prerendered-page";
import { findLoadedPage } from "./route-table";
import { RouterWithBlocker } from "./router-with-blocker";

/** True with `npm run dev`, false in builds and tests. */
const HAS_DEVTOOLS = import.meta.env.DEV && import.meta.env.MODE !== "test";

const QueryDevtools = HAS_DEVTOOLS
  ? lazy(() =>
      import("@tanstack/react-query-devtools").then((module) => ({ default: module.ReactQueryDevtools })),
    )
  : null;

/**
 * Selects the backend, then starts loading the code and data of the first page before rendering. `firstQuery` resolves
 * when the data has loaded or failed to load.
 */
export function startApp(demo: Demo | null): InitialSession & { readonly firstQuery: Promise<void> | null } {
  const queryClient = createQueryClient();
  const backend = createInitialBackend(demo);
  const firstQuery = backend && preload(new URL(location.href), backend.client, queryClient);
  return { demo, backend, queryClient, firstQuery };
}

function PreloadingRouter({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) {
  const { backend, queryClient } = session;
  const [nextPage, setNextPage] = useState<PrerenderedPage | null>(null);
  const toasts = useToasts();
  const client = backend?.client ?? null;
  useEffect(
    () =>
      runWhenLoaded(
        () => import("./background-tasks"),
        ({ startBackgroundTasks }) =>
          startBackgroundTasks({ client, queryClient, toasts, onPrerender: setNextPage }),
      ),
    [client, queryClient, toasts],
  );
  const preloadUnloaded = useCallback(
    (url: URL) => {
      if (backend) void preload(url, backend.client, queryClient, true);
    },
    [backend, queryClient],
  );
  return (
    <RouterWithBlocker onNavigate={preloadUnloaded} findLoadedPage={findLoadedPage} nextPage={nextPage}>
      {children}
    </RouterWithBlocker>
  );
}

export function App({ initialSession }: { readonly initialSession: InitialSession }) {
  const session = useSessionState(initialSession);
  return (
    <UiProvider>
      <ErrorBoundary>
        <SessionContext value={session}>
          <QueryClientProvider client={session.queryClient}>
            <PreloadingRouter session={session}>
              <AppRoutes />
            </PreloadingRouter>
            {QueryDevtools && (
              <Suspense>
                <QueryDevtools buttonPosition="bottom-right" />
              </Suspense>
            )}
          </QueryClientProvider>
        </SessionContext>
      </ErrorBoundary>
    </UiProvider>
  );
}
