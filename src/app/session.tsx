import type { QueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { Connection } from "@/http/connection";
import type { Backend } from "./backend";

/** The backend of the moment and the ways to change it. */
export interface Session {
  /** Null until a first connection is made (live-only build, first visit). */
  readonly backend: Backend | null;
  readonly queries: QueryClient;
  /** Set once an answer said that the key is not valid any more. */
  readonly isUnauthorized: boolean;
  /** Null in a build without the emulator. */
  readonly startDemo: (() => Backend) | null;
  readonly connect: (connection: Connection, keepOnDevice: boolean) => void;
  readonly disconnect: () => void;
}

export const SessionContext = createContext<Session | null>(null);

/** The session of the app. Throws outside of it. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("useSession needs the app above it");
  return session;
}
