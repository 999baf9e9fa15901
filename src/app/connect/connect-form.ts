import * as z from "zod/mini";
import type { Connection } from "@/http/connection";
import { isUnencrypted, looksLikeProjectKey, normaliseBaseUrl } from "@/http/connection";

const key = z.string().check(
  z.refine((text) => text.trim() !== "", {
    error: "Enter a personal API key. It begins with phx_.",
    abort: true,
  }),
  z.refine((text) => !looksLikeProjectKey(text.trim()), {
    error:
      "This is a project key (phc_), which only sends events. Enter a personal API key, which begins with phx_.",
    abort: true,
  }),
  z.refine((text) => !/\s/.test(text.trim()), "A key has no spaces or line breaks in it. Copy it again."),
);

/** What a person enters where the server is known. */
export const keyForm = z.object({ key });

/** What a person enters to connect. */
export const connectForm = z
  .object({
    address: z.string().check(
      z.superRefine((text, context) => {
        const address = normaliseBaseUrl(text);
        if (!address.ok) context.addIssue({ code: "custom", message: address.message, input: text });
      }),
    ),
    key,
    prefix: z.enum(["environments", "projects"]),
    keepOnDevice: z.boolean(),
    /** Asked only for `http` addresses of other computers. */
    allowUnencrypted: z.boolean(),
  })
  .check(
    z.refine(({ address, allowUnencrypted }) => allowUnencrypted || !needsConsent(address), {
      error: "With http:// anyone on the way can read the key. Use https://, or allow it below.",
      path: ["address"],
    }),
  );

export type ConnectValues = z.output<typeof connectForm>;

/** True for an address that would carry the key unencrypted over a network. */
export function needsConsent(text: string): boolean {
  const address = normaliseBaseUrl(text);
  return address.ok && isUnencrypted(address.baseUrl);
}

/** A form for a new connection, or for a new key of a known one. */
export function connectDefaults(known?: Pick<Connection, "baseUrl" | "prefix">): ConnectValues {
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
  const address = normaliseBaseUrl(values.address);
  const baseUrl = address.ok ? address.baseUrl : values.address;
  return {
    id: `${baseUrl} ${values.prefix}`,
    label: new URL(baseUrl).host,
    baseUrl,
    prefix: values.prefix,
    key: values.key.trim(),
  };
}
