import { expect, it } from "vitest";
import { invalidPatternMessage } from "@/features/regex/match-lines";
import {
  GENERATION_LABELS,
  missingPatternReason,
  skippedLinesMessage,
  slowPatternMessage,
  testSummary,
} from "@/features/regex/regex-messages";
import { renderCopy } from "./render-copy";

const MATCH = { hasMatch: true, spans: [] };
const NO_MATCH = { hasMatch: false, spans: [] };

it("reads the messages of the regex helper", async () => {
  const text = renderCopy({
    GENERATION_LABELS: Object.values(GENERATION_LABELS),
    missingPatternReason: [
      missingPatternReason({ kind: "none", message: "Describe what to find." }, false),
      missingPatternReason({ kind: "none", message: null }, false),
      missingPatternReason({ kind: "nothing" }, true),
      missingPatternReason({ kind: "nothing" }, false),
    ],
    testSummary: [
      testSummary(false, undefined),
      testSummary(true, undefined),
      testSummary(true, { lineCount: 1, outcome: { kind: "unavailable" } }),
      testSummary(true, { lineCount: 0, outcome: { kind: "done", results: [] } }),
      testSummary(true, { lineCount: 1, outcome: { kind: "done", results: [MATCH] } }),
      testSummary(true, { lineCount: 2, outcome: { kind: "done", results: [MATCH, NO_MATCH] } }),
      testSummary(true, { lineCount: 3, outcome: { kind: "stopped", results: [MATCH, NO_MATCH] } }),
      testSummary(true, { lineCount: 3, outcome: { kind: "stopped", results: [] } }),
      testSummary(true, { lineCount: 3, outcome: { kind: "invalid", message: "Invalid pattern." } }),
    ],
    slowPatternMessage: [slowPatternMessage(2)],
    skippedLinesMessage: [skippedLinesMessage(1), skippedLinesMessage(1_200)],
    invalidPatternMessage: [
      invalidPatternMessage(new SyntaxError("Invalid regular expression: /(/u: Unterminated group")),
      invalidPatternMessage(new SyntaxError("Invalid regular expression: missing )")),
      invalidPatternMessage("Too large."),
    ],
  });
  await expect(text).toMatchFileSnapshot("./regex.txt");
});
