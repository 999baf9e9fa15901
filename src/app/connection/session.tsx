import type { QueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { Connection } from "@/http/connection";
import type { Backend } from "./backend";
import type { StoredConnection } from "./connection-storage";

export interface Session {
  /** Null before the first connection and after a disconnect. */
  readonly backend: Backend | null;
  readonly queryClient: QueryClient;
  readonly connections: readonly StoredConnection[];
  /** Null in a build without the demo. */
  readonly startDemo: (() => Backend) | null;
  /**
   * Activates a connection and stores it in session or local storage. A new key for the active connection leaves
   * pages and forms open.
   */
  readonly connect: (connection: Connection, isOnDevice: boolean) => Backend;
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
