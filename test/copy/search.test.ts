import { expect, it } from "vitest";
import { completeQuery } from "@/lib/query/query-completion";
import {
  invalidDateMessage,
  invalidNumberMessage,
  missingFieldValueMessage,
  reversedRangeMessage,
  unknownFieldMessage,
  unknownValueMessage,
} from "@/lib/query/query-messages";
import type { QueryField } from "@/lib/query/query-text";
import { buildExamples } from "@/ui/query-field/query-examples";
import { renderCopy } from "./render-copy";

const FIELDS: readonly QueryField[] = [
  { name: "title", label: "Title", kind: "text" },
  {
    name: "freq",
    label: "Frequency",
    kind: "choice",
    values: [
      { value: "daily", label: "Daily" },
      { value: "weekly", label: "Weekly" },
    ],
  },
  { name: "next", label: "Next delivery", kind: "date" },
  { name: "count", label: "Number of deliveries", kind: "number" },
  { name: "is", label: "State", kind: "state", values: [{ value: "overdue", label: "Overdue" }] },
];

function listCompletions(text: string): readonly string[] {
  return completeQuery(text, text.length, FIELDS).items.map(({ label, detail }) =>
    detail === undefined ? label : `${label} – ${detail}`,
  );
}

it("reads the messages of the search", async () => {
  const text = renderCopy({
    unknownFieldMessage: [unknownFieldMessage("fre", "freq"), unknownFieldMessage("re", null)],
    missingFieldValueMessage: [missingFieldValueMessage("to")],
    reversedRangeMessage: [reversedRangeMessage("5..1")],
    invalidNumberMessage: [invalidNumberMessage("many")],
    invalidDateMessage: [invalidDateMessage("soon")],
    unknownValueMessage: [
      unknownValueMessage({ text: "weakly", field: "freq", suggestion: "weekly", values: [] }),
      unknownValueMessage({ text: "x", field: "freq", suggestion: null, values: ["daily", "weekly"] }),
      unknownValueMessage({ text: "x", field: "to", suggestion: null, values: [] }),
    ],
    "completion of fields": listCompletions(""),
    "completion of dates": listCompletions("next:"),
    "completion of numbers": listCompletions("count:"),
    "completion of values": listCompletions("freq:"),
    "examples in the search help": buildExamples(FIELDS).map(
      ({ query, description }) => `${query} – ${description}`,
    ),
  });
  await expect(text).toMatchFileSnapshot("./search.txt");
});
