import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { createQueryClient } from "@/data/query-client";
import type { Connection } from "@/http/connection";
import { UiProvider } from "@/ui/ui-provider";
import { AppRoutes } from "./app-routes";
import { type Backend, type Demo, demoBackend, liveBackend } from "./backend";
import { CrashBoundary } from "./crash-boundary";
import { GuardedRouter } from "./guarded-router";
import { createKeyRefusal, type KeyRefusal } from "./key-refusal";
import { preload, preloadOnIntent } from "./preload";
import { type Session, SessionContext } from "./session";
import { forgetSession, readSession, storeSession } from "./session-store";

interface Running {
  readonly backend: Backend | null;
  readonly queries: QueryClient;
}

/** What the app starts from: the backend by the stored session, a cache, and the first page on its way. */
export interface Start extends Running {
  readonly demo: Demo | null;
  readonly keyRefusal: KeyRefusal;
}

function firstBackend(demo: Demo | null): Backend | null {
  const session = readSession();
  if (session?.kind === "live") return liveBackend(session.connection);
  return demo && demoBackend(demo);
}

/** Picks the backend and starts the first page's code and query, before anything is rendered. */
export function startApp(demo: Demo | null): Start {
  const keyRefusal = createKeyRefusal();
  const queries = createQueryClient(keyRefusal.report);
  const backend = firstBackend(demo);
  if (backend) preload(new URL(location.href), backend.client, queries);
  return { demo, backend, queries, keyRefusal };
}

function useSessionState(start: Start): Session {
  const [running, setRunning] = useState<Running>(start);
  const { keyRefusal } = start;
  const isUnauthorized = useSyncExternalStore(keyRefusal.subscribe, keyRefusal.isRefused);

  return useMemo(() => {
    function change(backend: Backend | null) {
      // A new cache for every backend: nothing of one server is ever shown as another's.
      running.queries.clear();
      keyRefusal.reset();
      setRunning({ backend, queries: createQueryClient(keyRefusal.report) });
    }
    const { demo } = start;
    return {
      ...running,
      isUnauthorized,
      startDemo:
        demo &&
        (() => {
          const backend = demoBackend(demo);
          storeSession({ kind: "demo" }, false);
          change(backend);
          return backend;
        }),
      connect: (connection: Connection, keepOnDevice: boolean) => {
        storeSession({ kind: "live", connection }, keepOnDevice);
        change(liveBackend(connection));
      },
      disconnect: () => {
        forgetSession();
        change(null);
      },
    };
  }, [running, isUnauthorized, keyRefusal, start]);
}

function Preloading({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  const { backend, queries } = session;
  useEffect(() => {
    if (backend) return preloadOnIntent(document.body, backend.client, queries);
  }, [backend, queries]);
  return children;
}

/** The whole app. */
export function App({ start }: { readonly start: Start }) {
  const session = useSessionState(start);
  return (
    <UiProvider>
      <CrashBoundary>
        <SessionContext value={session}>
          <QueryClientProvider client={session.queries}>
            <Preloading session={session}>
              <GuardedRouter>
                <AppRoutes />
              </GuardedRouter>
            </Preloading>
          </QueryClientProvider>
        </SessionContext>
      </CrashBoundary>
    </UiProvider>
  );
}
