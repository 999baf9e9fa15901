import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { stopBulkJobs } from "@/data/bulk/bulk-job-store";
import { refreshCollections, stopCollections } from "@/data/collection/use-collection";
import { subscribeToOtherTabs } from "@/data/query/other-tabs";
import { createQueryClient } from "@/data/query/query-client";
import { type Backend, createDemoBackend, createLiveBackend, type Demo } from "./backend";
import {
  DEMO_CONNECTION_ID,
  readActiveConnectionId,
  readStoredConnection,
  readStoredConnections,
  type StoredConnection,
  shouldStartWithDemo,
} from "./connection-storage";
import {
  forgetConnection,
  forgetKey,
  NO_CONNECTION_ID,
  saveConnection,
  storeActiveConnectionId,
} from "./connection-store";
import { forgetProject } from "./recent-project";
import type { Session } from "./session";

/** The active backend and its cache. */
export interface ActiveSession {
  readonly backend: Backend | null;
  readonly queryClient: QueryClient;
}

export interface InitialSession extends ActiveSession {
  readonly demo: Demo | null;
}

/** Returns the last used backend, otherwise the demo if the build contains it. */
export function createInitialBackend(demo: Demo | null): Backend | null {
  const connection = readStoredConnection();
  if (connection !== null) return createLiveBackend(connection);
  return demo && shouldStartWithDemo() ? createDemoBackend(demo) : null;
}

/** Manages and stores the active backend. */
export function useSessionState({ demo, ...initialSession }: InitialSession): Session {
  const [activeSession, setActiveSession] = useState<ActiveSession>(initialSession);
  const [connections, setConnections] = useState<readonly StoredConnection[]>(readStoredConnections);
  useEffect(() => subscribeToOtherTabs(activeSession.queryClient), [activeSession.queryClient]);

  return useMemo(() => {
    /** Each backend gets a new cache, so that data of different servers is never mixed. */
    function switchBackend(backend: Backend | null): void {
      stopBulkJobs(activeSession.queryClient);
      stopCollections(activeSession.queryClient);
      activeSession.queryClient.clear();
      setConnections(readStoredConnections());
      setActiveSession({ backend, queryClient: createQueryClient() });
    }

    /** Same server with a new key: clients keep working and refetch, as permissions may differ. */
    function renewKey(backend: Backend, key: string): Backend {
      backend.client.renewKey(key);
      setConnections(readStoredConnections());
      void activeSession.queryClient.invalidateQueries({}, { cancelRefetch: false });
      refreshCollections(activeSession.queryClient, [], true);
      return backend;
    }

    function handleRemoved(id: string): void {
      if (activeSession.backend?.client.connection.id === id) switchBackend(null);
      else setConnections(readStoredConnections());
    }

    return {
      ...activeSession,
      connections,
      startDemo:
        demo &&
        (() => {
          const backend = createDemoBackend(demo);
          storeActiveConnectionId(DEMO_CONNECTION_ID);
          switchBackend(backend);
          return backend;
        }),
      connect: (connection, isOnDevice) => {
        saveConnection(connection, isOnDevice);
        storeActiveConnectionId(connection.id);
        if (activeSession.backend?.client.connection.id === connection.id) {
          return renewKey(activeSession.backend, connection.key);
        }
        const backend = createLiveBackend(connection);
        switchBackend(backend);
        return backend;
      },
      disconnect: (id) => {
        forgetKey(id);
        handleRemoved(id);
      },
      forget: (id) => {
        forgetConnection(id);
        forgetProject(id);
        if (readActiveConnectionId() === id) storeActiveConnectionId(NO_CONNECTION_ID);
        handleRemoved(id);
      },
    };
  }, [activeSession, connections, demo]);
}
