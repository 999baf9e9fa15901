import type { QueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { Connection } from "@/http/connection";
import type { Backend } from "./backend";
import type { StoredConnection } from "./connection-storage";

/** The backend of the moment and the ways to change it. */
export interface Session {
  /** Null until a first connection is made, and after a disconnect. */
  readonly backend: Backend | null;
  readonly queryClient: QueryClient;
  /** Every connection that is kept, the one in use included. */
  readonly connections: readonly StoredConnection[];
  /** Null in a build without the emulator. */
  readonly startDemo: (() => Backend) | null;
  /**
   * Uses a connection and keeps it: for the tab, or on the device when asked for. With another key for the connection in
   * use, everything that is open stays.
   */
  readonly connect: (connection: Connection, isOnDevice: boolean) => Backend;
  /** Forgets the key of a connection everywhere; its address stays in the list. */
  readonly disconnect: (id: string) => void;
  /** Forgets a connection altogether. */
  readonly forget: (id: string) => void;
}

export const SessionContext = createContext<Session | null>(null);

/** The session of the app. Throws outside of it. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("useSession needs the app above it");
  return session;
}
