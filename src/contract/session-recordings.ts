import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { readWith } from "./readers";

/** Answer of the regex helper, unstable by the contract's own word. */
export const regexAnswer = z.looseObject({
  result: z.optional(z.string()),
  data: z.optional(z.looseObject({ output: z.optional(z.string()) })),
});

export type RegexAnswer = z.output<typeof regexAnswer>;

/** Asks for a regular expression in words. The contract calls it unstable: nothing else may depend on it. */
export const createRegex = defineEndpoint({
  id: "sessionRecordings.regex",
  method: "POST",
  path: "/api/environments/:project_id/session_recordings/ai/regex/",
  body: z.strictObject({ regex: z.string() }),
  answer: { kind: "json", read: readWith(regexAnswer) },
});
