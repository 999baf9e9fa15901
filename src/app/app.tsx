import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { RouterProvider } from "react-router-dom";
import type { Demo } from "@/app/connection/backend";
import {
  type ActiveSession,
  createInitialBackend,
  type InitialSession,
  SessionContext,
  useSessionState,
} from "@/app/connection/session";
import { ErrorBoundary } from "@/app/notices/error-boundary";
import { subscribeToOtherTabs } from "@/data/query/other-tabs";
import { createQueryClient } from "@/data/query/query-client";
import { runWhenLoaded } from "@/lib/scheduler/run-when-loaded";
import { useToasts } from "@/ui/feedback/toasts";
import { createUnsavedChangesRegistry, UnsavedChangesProvider } from "@/ui/overlay/use-unsaved-changes";
import { UiProvider } from "@/ui/provider/ui-provider";
import { prefetchOnIntent } from "./prefetch-on-intent";
import { createAppRouter } from "./router";

/** True with `npm run dev`, false in builds and tests. */
const HAS_DEVTOOLS = import.meta.env.DEV && import.meta.env.MODE !== "test";

const QueryDevtools = HAS_DEVTOOLS
  ? lazy(() =>
      import("@tanstack/react-query-devtools").then((module) => ({ default: module.ReactQueryDevtools })),
    )
  : null;

/** Delay before the update check loads, so that it doesn't compete with the first rows. */
const UPDATE_WATCH_DELAY_MS = 3_000;

interface AppProps {
  readonly initialSession: InitialSession;
  readonly router: ReturnType<typeof createAppRouter>;
  readonly getSession: () => ActiveSession;
  /** Sets the session whose queries the router prefetches. */
  readonly setSession: (session: ActiveSession) => void;
}

/** Selects the backend, and starts loading the code and the data of the first page. */
export function startApp(demo: Demo | null): AppProps {
  const initialSession = { demo, backend: createInitialBackend(demo), queryClient: createQueryClient() };
  let current: ActiveSession = initialSession;
  const getSession = () => current;
  const setSession = (session: ActiveSession) => {
    current = session;
  };
  return { initialSession, getSession, setSession, router: createAppRouter(getSession) };
}

export function App({ initialSession, router, getSession, setSession }: AppProps) {
  const session = useSessionState(initialSession);
  const [unsavedChanges] = useState(createUnsavedChangesRegistry);
  useLayoutEffect(() => setSession(session), [setSession, session]);
  useEffect(() => subscribeToOtherTabs(session.queryClient), [session.queryClient]);
  useEffect(() => prefetchOnIntent(document.body, router.routes, getSession), [router, getSession]);
  return (
    <UiProvider>
      <ErrorBoundary>
        <SessionContext value={session}>
          <QueryClientProvider client={session.queryClient}>
            <UnsavedChangesProvider registry={unsavedChanges}>
              <RouterProvider router={router} />
            </UnsavedChangesProvider>
            <UpdateWatch />
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

/** Offers a reload when the server has a newer version of the app. */
function UpdateWatch() {
  const toasts = useToasts();
  useEffect(() => {
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      stop = runWhenLoaded(
        () => import("@/app/pwa/app-update"),
        (module) => module.watchForUpdates(toasts),
      );
    }, UPDATE_WATCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [toasts]);
  return null;
}
