import * as z from "zod/mini";
import { type Connection, isProjectKey, isUnencrypted, normalizeBaseUrl } from "@/api/connection";
import { cleanPasted } from "@/lib/text/invisible-characters";

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
      /** Shown only for unencrypted (`http`) addresses that aren't loopback addresses. */
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

/** Returns the form's defaults for a new connection, or for a new key of a known server. */
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

/**
 * Returns the path of a same-origin URL, otherwise null, so that links can't redirect to other
 * sites. Parses the URL as browsers do. They remove tabs and line breaks and treat a backslash as a
 * slash.
 */
export function toSameOriginPath(address: string | null): string | null {
  if (address === null || !address.startsWith("/") || !URL.canParse(address, PLACEHOLDER_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(address, PLACEHOLDER_ORIGIN);
  // "/.//evil.example" resolves to a path in which the next parser would find a host.
  return origin === PLACEHOLDER_ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : null;
}
