import type { QueryField } from "@/lib/query/query-text";

export interface QueryExample {
  readonly query: string;
  readonly description: string;
}

export function buildExamples(fields: readonly QueryField[]): readonly QueryExample[] {
  const fieldsOfKind = (kind: QueryField["kind"]) => fields.filter((field) => field.kind === kind);
  const [text] = fieldsOfKind("text");
  const choice = fieldsOfKind("choice").find(({ values = [] }) => values.length > 1);
  const [number] = fieldsOfKind("number");
  const [date] = fieldsOfKind("date");
  const [state] = fieldsOfKind("state");
  const [firstValue, secondValue] = choice?.values ?? [];
  const [stateValue] = state?.values ?? [];
  return [
    { query: "weekly ana", description: "Both words, in any field" },
    { query: '"weekly report"', description: "This exact text" },
    { query: "-test", description: "Without this word; also works before a field" },
    ...(text ? [{ query: `${text.name}:ana`, description: `In one field: ${text.label}` }] : []),
    ...(choice && firstValue && secondValue
      ? [{ query: `${choice.name}:${firstValue.value},${secondValue.value}`, description: "Either value" }]
      : []),
    ...(date
      ? [
          { query: `${date.name}:today..+7d`, description: "Today and the next 7 days" },
          { query: `${date.name}:2026-11`, description: "A year, month, or day" },
          { query: `${date.name}:>=2026-11-21`, description: "On or after this day; also <, <=, and >" },
          { query: `${date.name}:none`, description: "No date; use “any” to find any date" },
        ]
      : []),
    ...(number ? [{ query: `${number.name}:1..5`, description: "A range of numbers; also >2 and <=3" }] : []),
    ...(state && stateValue
      ? [{ query: `${state.name}:${stateValue.value}`, description: stateValue.label }]
      : []),
  ];
}
