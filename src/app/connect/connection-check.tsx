import { type ComponentProps, useRef, useState } from "react";
import * as z from "zod/mini";
import { type Client, createClient } from "@/api/client";
import { type Connection, isProjectKey, isUnencrypted, normalizeBaseUrl } from "@/api/connection";
import { describeError } from "@/api/describe-error";
import { HttpError, NetworkError } from "@/api/errors";
import { getMe, listProjects } from "@/api/people";
import { listRefusalMessage, ThrottleNotice } from "@/app/notices/connection-notices";
import { isListRefused, listOwnerProjects } from "@/data/projects/projects";
import { cleanPasted, personLabel } from "@/lib/text/normalize-text";
import type { Problem } from "@/lib/text/problem";
import { Notice } from "@/ui/feedback/states";
import { RetryCountdown } from "@/ui/feedback/time-stamp";
import { TextField } from "@/ui/form/fields";
import { HelpLink } from "@/ui/page/page";
import { IconButton } from "@/ui/primitives/link-button";
import { EyeIcon, EyeOffIcon } from "@/ui/theme/icons-lazy";

export interface AccessibleProject {
  readonly id: string;
  readonly name: string;
}

export interface ConnectionResult {
  readonly host: string;
  /** Name or email of the key's owner. Null when the key can't read it. */
  readonly userName: string | null;
  /** If the key can't list projects, those of its owner's organization. The key may not open all of them. */
  readonly projects: readonly AccessibleProject[];
  /** Why the key can't list projects, or null when it can. */
  readonly listRefusal: string | null;
}

/** `problem` is null for an invalid key, which the key field reports. `advice` is about cross-origin requests. */
export function useConnectionCheck() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [advice, setAdvice] = useState<string | null>(null);
  const [pendingClient, setPendingClient] = useState<Client | null>(null);
  const isChecking = useRef(false);

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

/** Reads no data inside the projects. Throws the errors of `request` when the server can't be used. */
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

const keySchema = z.string().check(
  z.refine((text) => cleanPasted(text) !== "", {
    error: "Enter a personal API key. It starts with phx_.",
    abort: true,
  }),
  z.refine((text) => !isProjectKey(cleanPasted(text)), {
    error: "This is a project key (phc_). Enter a personal API key, which starts with phx_.",
    abort: true,
  }),
  z.refine(
    (text) => !/\s/.test(cleanPasted(text)),
    "API keys can't contain spaces or line breaks. Copy the key again.",
  ),
);

export const apiKeySchema = z.object({ key: keySchema });

/** @param consentField field that shows the error when the user hasn't allowed an unencrypted connection */
const createConnectSchema = (consentField: "address" | "allowUnencrypted", consentError: string) =>
  z
    .object({
      address: z.string().check(
        z.superRefine((text, context) => {
          const address = normalizeBaseUrl(text);
          if (!address.ok) context.addIssue({ code: "custom", message: address.message, input: text });
        }),
      ),
      key: keySchema,
      prefix: z.enum(["environments", "projects"]),
      keepOnDevice: z.boolean(),
      allowUnencrypted: z.boolean(),
    })
    .check(
      z.refine(({ address, allowUnencrypted }) => allowUnencrypted || !needsUnencryptedConsent(address), {
        error: consentError,
        path: [consentField],
      }),
    );

export const connectSchema = createConnectSchema(
  "address",
  "http:// sends the key unencrypted. Use https://, or allow an unencrypted connection below.",
);

export const pinnedConnectSchema = createConnectSchema(
  "allowUnencrypted",
  "This site's server uses http://, which sends the key unencrypted. Ask your administrator to switch to https://, or allow the unencrypted connection.",
);

export type ConnectValues = z.output<typeof connectSchema>;

export function needsUnencryptedConsent(text: string): boolean {
  const address = normalizeBaseUrl(text);
  return address.ok && isUnencrypted(address.baseUrl);
}

export function getConnectDefaults(known?: Pick<Connection, "baseUrl" | "prefix">): ConnectValues {
  return {
    address: known?.baseUrl ?? "",
    key: "",
    prefix: known?.prefix ?? "environments",
    keepOnDevice: false,
    allowUnencrypted: false,
  };
}

/** @param keepsPagePath whether a path that looks like a page's belongs to the address */
export function toConnection(values: ConnectValues, keepsPagePath = false): Connection {
  const address = normalizeBaseUrl(values.address, keepsPagePath);
  const baseUrl = address.ok ? address.baseUrl : values.address;
  return {
    id: `${baseUrl} ${values.prefix}`,
    label: new URL(baseUrl).host,
    baseUrl,
    prefix: values.prefix,
    key: cleanPasted(values.key),
  };
}

const PLACEHOLDER_ORIGIN = "https://own.invalid";

/** Returns null for other sites. Parses as browsers do, which remove line breaks and turn backslashes into slashes. */
export function toSameOriginPath(address: string | null): string | null {
  if (address === null || !address.startsWith("/") || !URL.canParse(address, PLACEHOLDER_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(address, PLACEHOLDER_ORIGIN);
  // "/.//evil.example" resolves to a path in which the next parser would find a host.
  return origin === PLACEHOLDER_ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : null;
}
