import { useRef, useState } from "react";
import { type Client, createClient } from "@/http/client";
import type { Connection } from "@/http/connection";
import { describeError } from "@/http/describe-error";
import { HttpError, NetworkError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";
import { type ConnectionResult, checkConnection } from "./connect-check";
import { proxyAdviceMessage } from "./connect-messages";

export interface ConnectionCheck {
  /** Null for an invalid key. The key field reports this error. */
  readonly problem: Problem | null;
  /** How to reach a server that may reject requests from other origins. Null for other problems. */
  readonly advice: string | null;
  readonly pendingClient: Client | null;
  /**
   * Checks a connection. Does nothing while another check runs. Calls `onConnected` on success. For
   * an invalid key, calls `onKeyRejected` with an error message.
   */
  readonly tryConnection: (
    connection: Connection,
    outcome: {
      readonly onConnected: (result: ConnectionResult) => void;
      readonly onKeyRejected: (message: string) => void;
    },
  ) => Promise<void>;
}

/** Whether the server may have rejected the page's origin. Browsers don't report why a response is missing. */
function isMaybeCrossOriginRefusal(error: unknown, { baseUrl }: Connection): boolean {
  const isUnreachable = error instanceof NetworkError && error.reason === "unreachable";
  return isUnreachable && new URL(baseUrl).origin !== location.origin;
}

export function useConnectionCheck(): ConnectionCheck {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [advice, setAdvice] = useState<string | null>(null);
  const [pendingClient, setPendingClient] = useState<Client | null>(null);
  const isChecking = useRef(false);

  const tryConnection: ConnectionCheck["tryConnection"] = async (
    connection,
    { onConnected, onKeyRejected },
  ) => {
    if (isChecking.current) return;
    isChecking.current = true;
    setProblem(null);
    setAdvice(null);
    const client = createClient({ connection, fetch: (request) => fetch(request) });
    setPendingClient(client);
    try {
      onConnected(await checkConnection(client));
    } catch (error) {
      const description = describeError(error);
      if (error instanceof HttpError && error.isAboutKey) onKeyRejected(`${description.title}.`);
      else setProblem(description);
      if (isMaybeCrossOriginRefusal(error, connection)) setAdvice(proxyAdviceMessage(connection.baseUrl));
    } finally {
      isChecking.current = false;
      setPendingClient(null);
    }
  };
  return { problem, advice, pendingClient, tryConnection };
}
