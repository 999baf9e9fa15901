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
import { CHUNK_LOAD_ERROR_ID, toasts } from "@/ui/feedback/toasts";
import { storeDrafts } from "@/ui/form/form-draft";
import { createUnsavedChangesRegistry, UnsavedChangesProvider } from "@/ui/overlay/use-unsaved-changes";
import { UiProvider } from "@/ui/provider/ui-provider";
import { createAppRouter, prefetchOnIntent } from "./router";

const QueryDevtools =
  import.meta.env.DEV && import.meta.env.MODE !== "test"
    ? lazy(async () => ({ default: (await import("@tanstack/react-query-devtools")).ReactQueryDevtools }))
    : null;

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
            <ReloadOffer />
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

/** Offers a reload when a file of the app is missing, usually because of a newer version. Keeps the drafts of forms. */
function ReloadOffer() {
  useEffect(() => {
    const offerReload = () => {
      // Offline, a reload would show the browser's error page.
      if (navigator.onLine === false) return;
      toasts.show({
        id: CHUNK_LOAD_ERROR_ID,
        title: "Couldn't load part of the app",
        detail: "Check your connection and try again, or reload to update.",
        action: {
          label: "Reload",
          onSelect: () => {
            storeDrafts();
            location.reload();
          },
        },
        durationMs: Number.POSITIVE_INFINITY,
      });
    };
    window.addEventListener("vite:preloadError", offerReload);
    return () => window.removeEventListener("vite:preloadError", offerReload);
  }, []);
  return null;
}
