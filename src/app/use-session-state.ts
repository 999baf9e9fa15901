import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useState, useSyncExternalStore } from "react";
import { stopCollections } from "@/data/collections";
import { createQueryClient } from "@/data/query-client";
import { type Backend, type Demo, demoBackend, liveBackend } from "./backend";
import {
  activeConnection,
  DEMO,
  forgetConnection,
  forgetKey,
  NONE,
  rememberActive,
  type SavedConnection,
  saveConnection,
  savedConnections,
} from "./connection-store";
import type { KeyRefusal } from "./key-refusal";
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
  readonly keyRefusal: KeyRefusal;
}

/** The backend of last time; else the demo where the build has it. */
export function firstBackend(demo: Demo | null): Backend | null {
  const active = activeConnection();
  if (active === DEMO) return demo && demoBackend(demo);
  const connection = savedConnections().find(({ id }) => id === active);
  if (connection && connection.key !== "") return liveBackend(connection);
  // Who disconnected is not put on made-up records without having asked for them.
  return active === null && demo ? demoBackend(demo) : null;
}

/** Holds which backend the app talks to, and keeps the choice. */
export function useSessionState({ demo, keyRefusal, ...first }: Start): Session {
  const [running, setRunning] = useState<Running>(first);
  const [connections, setConnections] = useState<readonly SavedConnection[]>(savedConnections);
  const isUnauthorized = useSyncExternalStore(keyRefusal.subscribe, keyRefusal.isRefused);

  return useMemo(() => {
    /** A new cache for every backend: nothing of one server is ever shown as another's. */
    function switchTo(backend: Backend | null): void {
      stopCollections(running.queries);
      running.queries.clear();
      keyRefusal.reset();
      setConnections(savedConnections());
      setRunning({ backend, queries: createQueryClient(keyRefusal.report) });
    }

    function leave(id: string): void {
      if (running.backend?.client.connection.id === id) switchTo(null);
      else setConnections(savedConnections());
    }

    return {
      ...running,
      connections,
      isUnauthorized,
      startDemo:
        demo &&
        (() => {
          const backend = demoBackend(demo);
          rememberActive(DEMO);
          switchTo(backend);
          return backend;
        }),
      connect: (connection, keepOnDevice) => {
        const backend = liveBackend(connection);
        saveConnection(connection, keepOnDevice);
        rememberActive(connection.id);
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
  }, [running, connections, isUnauthorized, keyRefusal, demo]);
}
