import { type ComponentProps, useRef, useState } from "react";
import { type Client, createClient } from "@/api/client";
import type { Connection } from "@/api/connection";
import { describeError } from "@/api/describe-error";
import { HttpError, NetworkError } from "@/api/errors";
import { getMe, listProjects } from "@/api/people";
import { ThrottleNotice } from "@/app/notices/connection-notices";
import { isListRefused, listOwnerProjects } from "@/data/projects/projects";
import { personLabel } from "@/lib/text/person-label";
import type { Problem } from "@/lib/text/problem";
import { RetryCountdown } from "@/ui/feedback/retry-countdown";
import { Notice } from "@/ui/feedback/states";
import { TextField } from "@/ui/form/fields";
import { HelpLink } from "@/ui/page/help-link";
import { IconButton } from "@/ui/primitives/link-button";
import { EyeIcon, EyeOffIcon } from "@/ui/theme/icons-lazy";
import { listRefusalMessage } from "./connect-messages";

export interface AccessibleProject {
  readonly id: string;
  readonly name: string;
}

export interface ConnectionResult {
  readonly host: string;
  /** Name or email of the key's owner. Null when the key can't read it. */
  readonly userName: string | null;
  /**
   * If the key can't list projects, those of its owner's organization. The key may not open all of them, and none are
   * known if the key can't read its owner.
   */
  readonly projects: readonly AccessibleProject[];
  /** Why the key can't list projects, or null when it can. */
  readonly listRefusal: string | null;
}

/**
 * Returns a function that checks a connection, and what the last check has found. `problem` is null for an invalid key,
 * which the key field reports. `advice` says how to reach a server that may reject requests from other origins.
 */
export function useConnectionCheck() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [advice, setAdvice] = useState<string | null>(null);
  const [pendingClient, setPendingClient] = useState<Client | null>(null);
  const isChecking = useRef(false);

  /** Does nothing while another check runs. */
  async function tryConnection(
    connection: Connection,
    onConnected: (result: ConnectionResult) => void,
    onKeyRejected: (message: string) => void,
  ): Promise<void> {
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
      if (isMaybeCrossOriginRefusal(error, connection))
        setAdvice(
          `If the server doesn't allow this page's origin (CORS), start Environs with its proxy: ENVIRONS_UPSTREAM=${connection.baseUrl} npm start. Then open the address that it prints.`,
        );
    } finally {
      isChecking.current = false;
      setPendingClient(null);
    }
  }
  return { problem, advice, pendingClient, tryConnection };
}

/**
 * Checks a server and key by reading the key's owner and accessible projects. Reads no data inside
 * the projects.
 * @throws the errors of `request` when the server can't be used
 */
async function checkConnection(client: Client): Promise<ConnectionResult> {
  const projectList = await client.request(listProjects, { path: {} }).catch((error: unknown) => {
    if (isListRefused(error)) return error;
    throw error;
  });
  // The owner is optional, because many keys can't read it.
  const me = await client.request(getMe, { path: {} }).catch(() => null);
  const isRefused = projectList instanceof Error;
  return {
    host: client.connection.label,
    userName: me && personLabel(me),
    projects: (isRefused ? listOwnerProjects(me) : projectList.results).map(({ id, name }) => ({
      id: String(id),
      name: name || `Project ${id}`,
    })),
    listRefusal: isRefused ? listRefusalMessage(projectList.missingScope) : null,
  };
}

/** Whether the server may have rejected the page's origin. Browsers don't report why a response is missing. */
function isMaybeCrossOriginRefusal(error: unknown, { baseUrl }: Connection): boolean {
  const isUnreachable = error instanceof NetworkError && error.reason === "unreachable";
  return isUnreachable && new URL(baseUrl).origin !== location.origin;
}

export function ConnectionCheckStatus(props: { readonly check: ReturnType<typeof useConnectionCheck> }) {
  const { problem, advice, pendingClient } = props.check;
  return (
    <>
      {problem && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.detail}</p>
          {advice !== null && (
            <p>
              {advice} <HelpLink page="connecting" section="use-a-proxy-instead" topic="the proxy" />
            </p>
          )}
        </Notice>
      )}
      {problem?.retryAt !== undefined && (
        <RetryCountdown retryAt={problem.retryAt} endMessage="You can try again now." onEnd={() => {}} />
      )}
      {/* The shell shows this notice only for the active connection. */}
      {pendingClient && <ThrottleNotice client={pendingClient} />}
    </>
  );
}

export function KeyField(props: Omit<ComponentProps<typeof TextField>, "label">) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextField
      {...props}
      type={isVisible ? "text" : "password"}
      label="Personal API key"
      description="Create one in the server's settings. It starts with phx_."
      // Password managers must not offer or save the key, because it isn't a password of this site.
      autoComplete="off"
      spellCheck={false}
      required
      rightSection={
        <IconButton
          label={isVisible ? "Hide key" : "Show key"}
          aria-pressed={isVisible}
          icon={isVisible ? <EyeOffIcon /> : <EyeIcon />}
          hasTooltip={false}
          onClick={() => setIsVisible(!isVisible)}
        />
      }
    />
  );
}
