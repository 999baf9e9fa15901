import { createContext, use, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Connection } from "@/api/connection";
import { retryRefusedEndpoints } from "@/data/backend/optional-endpoint";
import { createTabChannel } from "@/data/backend/other-tabs";
import { forgetRefusals } from "@/data/browser-storage/local-storage";
import { hasUnsavedForms } from "@/ui/overlay/use-unsaved-changes";
import { type AppBackend, createDemoBackend, createLiveBackend, type Demo } from "./backend";
import {
  DEMO_CONNECTION_ID,
  deleteOrphanedItems,
  deleteRemovedKeys,
  forgetConnection,
  forgetKey,
  forgetProject,
  NO_CONNECTION_ID,
  readActiveConnectionId,
  readStoredConnection,
  readStoredConnections,
  type StoredConnection,
  saveConnection,
  shouldStartWithDemo,
  storeActiveConnectionId,
  storeRemoval,
} from "./connection-storage";

export interface Session {
  /** Null before the first connection and after a disconnect. */
  readonly backend: AppBackend | null;
  readonly connections: readonly StoredConnection[];
  /** Null in a build without the demo. */
  readonly startDemo: (() => AppBackend) | null;
  /**
   * Activates a connection and stores it in session or local storage. A new key for the active connection leaves
   * pages and forms open.
   */
  readonly connect: (connection: Connection, isOnDevice: boolean) => AppBackend;
  /** Removes a connection's key. The address stays in the list. */
  readonly disconnect: (id: string) => void;
  readonly forget: (id: string) => void;
}

export const SessionContext = createContext<Session | null>(null);

/** Returns the current session. Throws outside the `SessionContext` provider. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("useSession must be used inside the app");
  return session;
}

export interface InitialSession {
  readonly demo: Demo | null;
  readonly backend: AppBackend | null;
}

/**
 * Returns the last used backend. On a first visit, returns the demo if the build contains it.
 * Returns null after a disconnect.
 */
export function createInitialBackend(demo: Demo | null): AppBackend | null {
  deleteRemovedKeys();
  deleteOrphanedItems();
  const connection = readStoredConnection();
  if (connection !== null) return createLiveBackend(connection);
  return demo && shouldStartWithDemo() ? createDemoBackend(demo) : null;
}

/** How a connection was removed, and its ID. The ID doesn't contain the key. */
type Removal = readonly [kind: "disconnect" | "forget", id: string];

const removals = createTabChannel("environs-connections");

/** Validates a message. Another tab may run another version of the app. */
function isRemoval(message: unknown): message is Removal {
  if (!Array.isArray(message) || message.length !== 2) return false;
  const [kind, id]: readonly unknown[] = message;
  return (kind === "disconnect" || kind === "forget") && typeof id === "string";
}

/** Applies a removal to session and local storage. Every tab does this, because a duplicated tab has its own copies. */
function removeStored([kind, id]: Removal): void {
  if (kind === "disconnect") return forgetKey(id);
  forgetConnection(id);
  forgetProject(id);
  forgetRefusals(id);
  if (readActiveConnectionId() === id) storeActiveConnectionId(NO_CONNECTION_ID);
}

export function useSessionState({ demo, backend: initialBackend }: InitialSession): Session {
  const [backend, setBackend] = useState(initialBackend);
  const [connections, setConnections] = useState<readonly StoredConnection[]>(readStoredConnections);

  const session = useMemo((): Session & {
    readonly handleRemoval: (removal: Removal, keepsPage?: boolean) => void;
  } => {
    /** Activates a backend with a new cache, so that data of different servers never mixes. */
    function switchBackend(next: AppBackend | null): void {
      backend?.dispose();
      setConnections(readStoredConnections());
      setBackend(next);
    }

    /** Sets a new key for the same server. The client stays valid. Refetches data, because permissions may differ. */
    function renewKey(active: AppBackend, key: string): AppBackend {
      active.client.renewKey(key);
      setConnections(readStoredConnections());
      retryRefusedEndpoints(active);
      return active;
    }

    /** @param keepsPage whether the page stays, and asks for a new key */
    function handleRemoval(removal: Removal, keepsPage = false): void {
      removeStored(removal);
      const isActive = backend?.client.connection.id === removal[1];
      if (isActive) backend?.client.removeKey(keepsPage);
      if (isActive && !keepsPage) switchBackend(null);
      else setConnections(readStoredConnections());
    }

    function remove(removal: Removal): void {
      storeRemoval(removal[1]);
      handleRemoval(removal);
      removals.postToOtherTabs(removal);
    }

    return {
      backend,
      connections,
      startDemo:
        demo &&
        (() => {
          const next = createDemoBackend(demo);
          storeActiveConnectionId(DEMO_CONNECTION_ID);
          switchBackend(next);
          return next;
        }),
      connect: (connection, isOnDevice) => {
        // A refusal of another key says nothing about this one.
        if (connections.find(({ id }) => id === connection.id)?.key !== connection.key)
          forgetRefusals(connection.id);
        saveConnection(connection, isOnDevice);
        storeActiveConnectionId(connection.id);
        if (backend?.client.connection.id === connection.id) return renewKey(backend, connection.key);
        const next = createLiveBackend(connection);
        switchBackend(next);
        return next;
      },
      disconnect: (id) => remove(["disconnect", id]),
      forget: (id) => remove(["forget", id]),
      handleRemoval,
    };
  }, [backend, connections, demo]);

  const handleMessage = useEffectEvent((message: unknown) => {
    if (!isRemoval(message)) return;
    // Input of an open form isn't discarded without asking.
    session.handleRemoval(message, hasUnsavedForms());
    deleteOrphanedItems();
  });
  useEffect(() => removals.subscribe(handleMessage), []);
  return session;
}
