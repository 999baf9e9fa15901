import * as z from "zod/mini";
import type { Connection } from "@/http/connection";
import { looksLikeProjectKey, normaliseBaseUrl } from "@/http/connection";

/** What a person enters to connect. */
export const connectForm = z.object({
  address: z.string().check(
    z.superRefine((text, context) => {
      const result = normaliseBaseUrl(text);
      if (!result.ok) context.addIssue({ code: "custom", message: result.message, input: text });
    }),
  ),
  key: z.string().check(
    z.refine((text) => text.trim() !== "", "Enter a personal API key. It begins with phx_."),
    z.refine(
      (text) => !looksLikeProjectKey(text.trim()),
      "This is a project key (phc_), which only sends events. Enter a personal API key, which begins with phx_.",
    ),
  ),
  prefix: z.enum(["environments", "projects"]),
  keepOnDevice: z.boolean(),
});

export type ConnectValues = z.output<typeof connectForm>;

/** An empty form. */
export const CONNECT_DEFAULTS: ConnectValues = {
  address: "",
  key: "",
  prefix: "environments",
  keepOnDevice: false,
};

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
