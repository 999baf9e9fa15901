import { useRef, useState } from "react";
import { type Client, createClient } from "@/http/client";
import type { Connection } from "@/http/connection";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";
import { type ConnectionResult, checkConnection } from "./connect-check";

/** How a first look at a server stands. */
export interface ConnectionCheck {
  /** Why it could not be used; null where the key is to blame, which its field says. */
  readonly problem: Problem | null;
  /** The client that is waiting for an answer. */
  readonly pendingClient: Client | null;
  /** Tries a connection, one at a time. `onReached` when it works, `onRefused` with a sentence for the key's field. */
  readonly tryConnection: (
    connection: Connection,
    outcome: {
      readonly onConnected: (result: ConnectionResult) => void;
      readonly onKeyRejected: (message: string) => void;
    },
  ) => Promise<void>;
}

/** Tries connections before they are kept. */
export function useConnectionCheck(): ConnectionCheck {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pendingClient, setPendingClient] = useState<Client | null>(null);
  const isChecking = useRef(false);

  const tryConnection: ConnectionCheck["tryConnection"] = async (
    connection,
    { onConnected, onKeyRejected },
  ) => {
    if (isChecking.current) return;
    isChecking.current = true;
    setProblem(null);
    const client = createClient({ connection, fetch: (request) => fetch(request) });
    setPendingClient(client);
    try {
      onConnected(await checkConnection(client));
    } catch (error) {
      const description = describeError(error);
      if (error instanceof HttpError && error.status === 401) onKeyRejected(`${description.title}.`);
      else setProblem(description);
    } finally {
      isChecking.current = false;
      setPendingClient(null);
    }
  };
  return { problem, pendingClient, tryConnection };
}
