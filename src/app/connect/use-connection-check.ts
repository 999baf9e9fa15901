import { useRef, useState } from "react";
import { type Client, createClient } from "@/http/client";
import type { Connection } from "@/http/connection";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";
import { checkConnection, type Reached } from "./connect-check";

/** How a first look at a server stands. */
export interface ConnectionCheck {
  /** Why it could not be used; null where the key is to blame, which its field says. */
  readonly problem: Problem | null;
  /** The client that is waiting for an answer. */
  readonly asked: Client | null;
  /** Tries a connection, one at a time. `onReached` when it works, `onRefused` with a sentence for the key's field. */
  readonly check: (
    connection: Connection,
    outcome: {
      readonly onReached: (reached: Reached) => void;
      readonly onRefused: (message: string) => void;
    },
  ) => Promise<void>;
}

/** Tries connections before they are kept. */
export function useConnectionCheck(): ConnectionCheck {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asked, setAsked] = useState<Client | null>(null);
  const isAsking = useRef(false);

  const check: ConnectionCheck["check"] = async (connection, { onReached, onRefused }) => {
    if (isAsking.current) return;
    isAsking.current = true;
    setProblem(null);
    const client = createClient({ connection, fetch: (request) => fetch(request) });
    setAsked(client);
    try {
      onReached(await checkConnection(client));
    } catch (error) {
      const words = describeError(error);
      if (error instanceof HttpError && error.status === 401) onRefused(`${words.title}.`);
      else setProblem(words);
    } finally {
      isAsking.current = false;
      setAsked(null);
    }
  };
  return { problem, asked, check };
}
