import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { textOrNull } from "./fields";
import { parseWith } from "./parsers";

/** What the helper proposes: `result` is `success` or `error`, `data.output` the pattern or the reason. */
const regexProposal = z.looseObject({
  result: textOrNull,
  data: z._default(z.nullable(z.looseObject({ output: textOrNull })), null),
});
type RegexProposal = z.output<typeof regexProposal>;

/**
 * In development upstream and subject to change (contract, Versioning): described for completeness, nothing depends on
 * it. Real servers read `regex`, a description in words; the contract's `person` is not explained (rule 1).
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
