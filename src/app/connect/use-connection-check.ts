import { useRef, useState } from "react";
import { type Client, createClient } from "@/http/client";
import type { Connection } from "@/http/connection";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";
import { type ConnectionResult, checkConnection } from "./connect-check";

/** State of a connection check. */
export interface ConnectionCheck {
  /** Null when the key is invalid, which its field reports. */
  readonly problem: Problem | null;
  /** Client with a pending check. */
  readonly pendingClient: Client | null;
  /**
   * Checks a connection, one at a time. Calls `onReached` on success, `onRefused` with an error message for
   * the key field.
   */
  readonly tryConnection: (
    connection: Connection,
    outcome: {
      readonly onConnected: (result: ConnectionResult) => void;
      readonly onKeyRejected: (message: string) => void;
    },
  ) => Promise<void>;
}

/** Checks connections before they are stored. */
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
