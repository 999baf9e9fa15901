import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { stopRuns } from "@/data/bulk/bulk-job-store";
import { refreshCollections, stopCollections } from "@/data/collection/use-collection";
import { heedOtherTabs } from "@/data/query/other-tabs";
import { createQueryClient } from "@/data/query/query-client";
import { type Backend, type Demo, demoBackend, liveBackend } from "./backend";
import {
  activeConnection,
  DEMO,
  keptConnection,
  type SavedConnection,
  savedConnections,
  startsWithDemo,
} from "./connection-storage";
import { forgetConnection, forgetKey, NONE, rememberActive, saveConnection } from "./connection-store";
import { forgetProject } from "./recent-project";
import type { Session } from "./session";

/** What the app talks to, with the cache that belongs to it. */
export interface Running {
  readonly backend: Backend | null;
  readonly queries: QueryClient;
}

/** What the app starts from. */
export interface Start extends Running {
  readonly demo: Demo | null;
}

/** The backend of last time; else the demo where the build has it. */
export function firstBackend(demo: Demo | null): Backend | null {
  const connection = keptConnection();
  if (connection !== null) return liveBackend(connection);
  return demo && startsWithDemo() ? demoBackend(demo) : null;
}

/** Holds which backend the app talks to, and keeps the choice. */
export function useSessionState({ demo, ...first }: Start): Session {
  const [running, setRunning] = useState<Running>(first);
  const [connections, setConnections] = useState<readonly SavedConnection[]>(savedConnections);
  useEffect(() => heedOtherTabs(running.queries), [running.queries]);

  return useMemo(() => {
    /** A new cache for every backend: nothing of one server is ever shown as another's. */
    function switchTo(backend: Backend | null): void {
      stopRuns(running.queries);
      stopCollections(running.queries);
      running.queries.clear();
      setConnections(savedConnections());
      setRunning({ backend, queries: createQueryClient() });
    }

    /** The same server with another key: whoever holds the client goes on with it, and asks anew what the key may see. */
    function renewKey(backend: Backend, key: string): Backend {
      backend.client.renewKey(key);
      setConnections(savedConnections());
      void running.queries.invalidateQueries({}, { cancelRefetch: false });
      refreshCollections(running.queries, [], true);
      return backend;
    }

    function leave(id: string): void {
      if (running.backend?.client.connection.id === id) switchTo(null);
      else setConnections(savedConnections());
    }

    return {
      ...running,
      connections,
      startDemo:
        demo &&
        (() => {
          const backend = demoBackend(demo);
          rememberActive(DEMO);
          switchTo(backend);
          return backend;
        }),
      connect: (connection, keepOnDevice) => {
        saveConnection(connection, keepOnDevice);
        rememberActive(connection.id);
        if (running.backend?.client.connection.id === connection.id) {
          return renewKey(running.backend, connection.key);
        }
        const backend = liveBackend(connection);
        switchTo(backend);
        return backend;
      },
      disconnect: (id) => {
        forgetKey(id);
        leave(id);
      },
      forget: (id) => {
        forgetConnection(id);
        forgetProject(id);
        if (activeConnection() === id) rememberActive(NONE);
        leave(id);
      },
    };
  }, [running, connections, demo]);
}
