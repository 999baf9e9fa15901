import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { textOrNull } from "./fields";
import { parseWith } from "./parsers";

/** `result` is `success` or `error`. `data.output` is the pattern or the error message. */
const regexProposal = z.looseObject({
  result: textOrNull,
  data: z._default(z.nullable(z.looseObject({ output: textOrNull })), null),
});
type RegexProposal = z.output<typeof regexProposal>;

/**
 * Returns a regex for a description in words. The body sends the description as `regex`, and omits
 * `person`, which the contract doesn't explain (rule 1). The endpoint is unstable (contract,
 * Versioning).
 */
export const createRegex = defineEndpoint({
  id: "sessionRecordings.regex",
  method: "POST",
  path: "/api/environments/:project_id/session_recordings/ai/regex/",
  body: z.strictObject({ regex: z.string() }),
  response: {
    kind: "json",
    parse: parseWith(regexProposal),
    parseEmpty: (): RegexProposal => ({ result: null, data: null }),
  },
});
