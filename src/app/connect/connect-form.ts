import * as z from "zod/mini";
import type { Connection } from "@/http/connection";
import { isProjectKey, isUnencrypted, normalizeBaseUrl } from "@/http/connection";

const keySchema = z.string().check(
  z.refine((text) => text.trim() !== "", {
    error: "Enter a personal API key. It begins with phx_.",
    abort: true,
  }),
  z.refine((text) => !isProjectKey(text.trim()), {
    error:
      "This is a project key (phc_), which only sends events. Enter a personal API key, which begins with phx_.",
    abort: true,
  }),
  z.refine((text) => !/\s/.test(text.trim()), "A key has no spaces or line breaks in it. Copy it again."),
);

/** What a person enters where the server is known. */
export const apiKeySchema = z.object({ key: keySchema });

/** What a person enters to connect. */
export const connectSchema = z
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
    /** Asked only for `http` addresses of other computers. */
    allowUnencrypted: z.boolean(),
  })
  .check(
    z.refine(({ address, allowUnencrypted }) => allowUnencrypted || !needsUnencryptedConsent(address), {
      error: "With http:// anyone on the way can read the key. Use https://, or allow it below.",
      path: ["address"],
    }),
  );

export type ConnectValues = z.output<typeof connectSchema>;

/** True for an address that would carry the key unencrypted over a network. */
export function needsUnencryptedConsent(text: string): boolean {
  const address = normalizeBaseUrl(text);
  return address.ok && isUnencrypted(address.baseUrl);
}

/** A form for a new connection, or for a new key of a known one. */
export function getConnectDefaults(known?: Pick<Connection, "baseUrl" | "prefix">): ConnectValues {
  return {
    address: known?.baseUrl ?? "",
    key: "",
    prefix: known?.prefix ?? "environments",
    keepOnDevice: false,
    allowUnencrypted: false,
  };
}

/** The connection of a checked form. */
export function toConnection(values: ConnectValues): Connection {
  const address = normalizeBaseUrl(values.address);
  const baseUrl = address.ok ? address.baseUrl : values.address;
  return {
    id: `${baseUrl} ${values.prefix}`,
    label: new URL(baseUrl).host,
    baseUrl,
    prefix: values.prefix,
    key: values.key.trim(),
  };
}
