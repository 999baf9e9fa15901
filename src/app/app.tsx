import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { RouterProvider } from "react-router-dom";
import type { AppBackend, Demo } from "@/app/connection/backend";
import {
  createInitialBackend,
  type InitialSession,
  SessionContext,
  useSessionState,
} from "@/app/connection/session";
import { ErrorBoundary } from "@/app/notices/error-boundary";
import { createQueryClient } from "@/data/backend/create-backend";
import { subscribeToOtherTabs } from "@/data/backend/other-tabs";
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
  readonly getBackend: () => AppBackend | null;
  /** Sets the backend whose queries the router prefetches. */
  readonly setBackend: (backend: AppBackend | null) => void;
}

/** Selects the backend, and starts loading the code and the data of the first page. */
export function startApp(demo: Demo | null): AppProps {
  let current = createInitialBackend(demo);
  const initialSession = { demo, backend: current };
  const getBackend = () => current;
  const setBackend = (backend: AppBackend | null) => {
    current = backend;
  };
  return { initialSession, getBackend, setBackend, router: createAppRouter(getBackend) };
}

export function App({ initialSession, router, getBackend, setBackend }: AppProps) {
  const session = useSessionState(initialSession);
  const [unsavedChanges] = useState(createUnsavedChangesRegistry);
  const { backend } = session;
  // Pages outside a connection have no server's data.
  const [emptyQueryClient] = useState(() => createQueryClient());
  useLayoutEffect(() => setBackend(backend), [setBackend, backend]);
  useEffect(() => (backend ? subscribeToOtherTabs(backend) : undefined), [backend]);
  useEffect(() => prefetchOnIntent(document.body, router.routes, getBackend), [router, getBackend]);
  return (
    <UiProvider>
      <ErrorBoundary>
        <SessionContext value={session}>
          <QueryClientProvider client={backend?.queryClient ?? emptyQueryClient}>
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
