import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { PROFILES } from "@/mocks/seed/world";

const HERE = fileURLToPath(new URL("./exchanges/", import.meta.url));
const BODIES = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .parse(JSON.parse(readFileSync(fileURLToPath(new URL("./record-bodies.json", import.meta.url)), "utf8")));

const exchange = z.strictObject({
  name: z.string(),
  /** Endpoint ID. Null if the client tests skip the exchange. */
  endpoint: z.nullable(z.string()),
  /** Where the exchange is documented, such as `upstream-facts, Everywhere`. */
  source: z.string(),
  /** A record that must exist. Its ID replaces `{id}`. */
  given: z.optional(
    z.enum([
      "subscription",
      "deleted subscription",
      "paused subscription",
      "Teams subscription",
      "export",
      "ready export",
      "member",
    ]),
  ),
  /** Which server answers so. Defaults to the one that the contract describes. */
  profile: z.optional(z.enum(PROFILES)),
  request: z.strictObject({
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    url: z.string(),
    /** Relevant headers. Others may be sent as well. */
    headers: z.record(z.string(), z.string()),
    body: z.optional(z.unknown()),
  }),
  response: z.strictObject({
    status: z.int(),
    headers: z.optional(z.record(z.string(), z.string())),
    body: z.optional(z.unknown()),
    text: z.optional(z.string()),
  }),
  /** Response fields whose values must match exactly, in addition to the sent fields. */
  exact: z.optional(z.array(z.string())),
  /** Whether the source contains "…", so additional fields are allowed. */
  more: z.optional(z.boolean()),
  /** Whether the request is invalid. The client must not send invalid requests. */
  clientRefuses: z.optional(z.boolean()),
  /** Whether only servers other than the mocks use this format. The client must parse it. */
  variant: z.optional(z.boolean()),
  /** The parsed response, if it differs from the raw one. */
  read: z.optional(
    z.strictObject({
      value: z.optional(z.record(z.string(), z.unknown())),
      error: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});

/** A recorded exchange and its file, such as `subscriptions/get`. */
export type Exchange = z.output<typeof exchange> & { readonly file: string };

/**
 * Returns all recorded exchanges.
 * @throws ZodError for an invalid file
 */
export function readExchanges(): readonly Exchange[] {
  const files = readdirSync(HERE, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".json"),
  );
  return files.sort().map((file) => {
    const json: unknown = JSON.parse(readFileSync(HERE + file, "utf8"), completeRecord);
    return { ...z.parse(exchange, json), file: file.replaceAll("\\", "/").replace(/\.json$/, "") };
  });
}

/** Completes a record that names only what differs from one of `record-bodies.json`: `{ "like": "member", "level": 8 }`. */
function completeRecord(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("like" in value)) return value;
  const { like, ...differences } = value;
  const body = BODIES[String(like)];
  if (body === undefined) throw new Error(`No record is called “${String(like)}”.`);
  return { ...body, ...differences };
}

/**
 * Replaces placeholders such as `{id}` with values. A string that consists only of a placeholder
 * becomes the value itself.
 */
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
