import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

const HERE = fileURLToPath(new URL("./exchanges/", import.meta.url));

const exchange = z.strictObject({
  /** What it shows. */
  name: z.string(),
  /** Endpoint id; null for a route that no client knows. */
  endpoint: z.nullable(z.string()),
  /** Where in the papers it comes from. */
  source: z.string(),
  /** A record that must stand before, whose id takes the place of `{id}`. */
  given: z.optional(z.enum(["subscription", "deleted subscription", "export", "ready export", "member"])),
  request: z.strictObject({
    method: z.enum(["GET", "POST", "PATCH", "DELETE"]),
    url: z.string(),
    /** The headers that matter: any other may be sent besides. */
    headers: z.record(z.string(), z.string()),
    body: z.optional(z.unknown()),
  }),
  response: z.strictObject({
    status: z.int(),
    headers: z.optional(z.record(z.string(), z.string())),
    /** A JSON body. */
    body: z.optional(z.unknown()),
    /** A body that is no JSON. */
    text: z.optional(z.string()),
  }),
  /** Fields of the answer whose values the papers settle, beside those that were sent. */
  exact: z.optional(z.array(z.string())),
  /** The papers write "…": servers send further fields. */
  more: z.optional(z.boolean()),
  /** The contract forbids the request, so the client must not send it. */
  clientRefuses: z.optional(z.boolean()),
  /** A form of other servers: the client must read it, the emulator does not speak it. */
  variant: z.optional(z.boolean()),
  /** What the client makes of the answer where it differs from what stands on the wire. */
  read: z.optional(
    z.strictObject({
      value: z.optional(z.record(z.string(), z.unknown())),
      error: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});

/** A recorded exchange, and the file it stands in, such as `subscriptions/get`. */
export type Exchange = z.output<typeof exchange> & { readonly file: string };

/** All recorded exchanges. @throws ZodError for a file of another form. */
export function readExchanges(): readonly Exchange[] {
  const files = readdirSync(HERE, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".json"),
  );
  return files.sort().map((file) => {
    const json: unknown = JSON.parse(readFileSync(HERE + file, "utf8"));
    return { ...z.parse(exchange, json), file: file.replaceAll("\\", "/").replace(/\.json$/, "") };
  });
}

/** Puts values in the place of `{names}`; a text that is nothing but a name becomes the value itself. */
export function fillPlaceholders(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === "string") {
    const placeholder = /^\{(\w+)\}$/.exec(value)?.[1];
    if (placeholder !== undefined && Object.hasOwn(values, placeholder)) return values[placeholder];
    return value.replace(/\{(\w+)\}/g, (name, inner: string) =>
      Object.hasOwn(values, inner) ? encodeURIComponent(String(values[inner])) : name,
    );
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillPlaceholders(item, values)]),
  );
}
