import { normalizeText } from "@/lib/text/normalize-text";
import { findQueryField, type QueryField } from "./query-text";
import { type QueryToken, quoteValue, tokenizeQuery } from "./query-tokens";

export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly items: readonly CompletionItem[];
}

interface CompletionItem {
  readonly insert: string;
  readonly label: string;
  readonly detail?: string;
}

const MAX_ITEMS = 20;

const PRESENCE_ITEMS: readonly CompletionItem[] = [
  { insert: "any", label: "any", detail: "Has a value" },
  { insert: "none", label: "none", detail: "Has no value" },
];

const DATE_ITEMS: readonly (CompletionItem & { readonly direction?: QueryField["direction"] })[] = [
  { insert: "today", label: "today" },
  { insert: "tomorrow", label: "tomorrow", direction: "future" },
  { insert: "yesterday", label: "yesterday", direction: "past" },
  { insert: "+7d", label: "+7d", detail: "Today and the next 7 days", direction: "future" },
  { insert: "-7d", label: "-7d", detail: "The last 7 days and today", direction: "past" },
  { insert: "-30d", label: "-30d", detail: "The last 30 days and today", direction: "past" },
  {
    insert: "today..+1m",
    label: "today..+1m",
    detail: "From today to a month later",
    direction: "future",
  },
  ...PRESENCE_ITEMS,
];

const NUMBER_ITEMS: readonly CompletionItem[] = [
  { insert: ">", label: ">", detail: "More than" },
  { insert: "<", label: "<", detail: "Less than" },
  { insert: "1..5", label: "1..5", detail: "From 1 to 5" },
  ...PRESENCE_ITEMS,
];

/**
 * Returns completions at the caret: field names, or values after a colon. `getValues` returns a field's values in the
 * loaded records. Never throws.
 */
export function completeQuery(
  text: string,
  caret: number,
  fields: readonly QueryField[],
  getValues?: (field: string) => readonly string[],
): Completion {
  const position = Math.max(0, Math.min(Math.trunc(caret) || 0, text.length));
  const token = tokenizeQuery(text, (name) => findQueryField(fields, name) !== undefined).find(
    ({ from, to }) => from <= position && position <= to,
  );
  if (!token) return { from: position, to: position, items: fieldNameItems("", fields) };
  if (token.name !== null && position >= token.valueFrom)
    return completeValue(text, position, token, fields, getValues);
  if (token.name === null && token.parts.some((part) => part.isQuoted)) return emptyCompletion(position);
  // If the token already has a colon, only field names are valid before it.
  const hasColon = token.name !== null;
  const from = token.valueFrom - (token.name === null ? 0 : token.name.length + 1);
  const items = fieldNameItems(text.slice(from, position), fields);
  return {
    from,
    to: hasColon ? token.valueFrom : token.to,
    items: hasColon ? items.filter(({ insert }) => insert.endsWith(":")) : items,
  };
}

function emptyCompletion(position: number): Completion {
  return { from: position, to: position, items: [] };
}

/** Returns completions for field names and states. For example, "del" offers `is:deleted`. */
function fieldNameItems(typed: string, fields: readonly QueryField[]): readonly CompletionItem[] {
  const names = fields.map(({ name, label }) => ({ insert: `${name}:`, label: `${name}:`, detail: label }));
  const states = fields
    .filter(({ kind }) => kind === "state")
    .flatMap(({ name, values = [] }) =>
      values.map(({ value, label }) => ({
        insert: `${name}:${quoteValue(value)}`,
        label: `${name}:${value}`,
        detail: label,
      })),
    );
  if (typed === "") return names.slice(0, MAX_ITEMS);
  return rankMatches([...names, ...states], typed);
}

function completeValue(
  text: string,
  caret: number,
  token: QueryToken,
  fields: readonly QueryField[],
  getValues: ((field: string) => readonly string[]) | undefined,
): Completion {
  const part = token.parts.find(({ from, to }) => from <= caret && caret <= to);
  const field = findQueryField(fields, token.name ?? "");
  if (!part || !field) return emptyCompletion(caret);
  const typed = text.slice(part.from, caret).replace(/^"|"$/g, "");
  const others = new Set(token.parts.filter((each) => each !== part).map((each) => normalizeText(each.text)));
  const items = valueItems(field, typed, getValues).filter(({ label }) => !others.has(normalizeText(label)));
  const [only] = items;
  const isComplete = items.length === 1 && only?.insert === text.slice(part.from, part.to);
  return { from: part.from, to: part.to, items: isComplete ? [] : items };
}

function valueItems(
  field: QueryField,
  typed: string,
  getValues: ((field: string) => readonly string[]) | undefined,
): readonly CompletionItem[] {
  if (field.kind === "date") {
    const items = DATE_ITEMS.filter(
      ({ direction = field.direction }) => field.direction === undefined || direction === field.direction,
    );
    return filterByPrefix(items, typed);
  }
  if (field.kind === "number") return filterByPrefix(NUMBER_ITEMS, typed);
  if (field.values) {
    const items = field.values.map(({ value, label }) => ({
      insert: quoteValue(value),
      label: value,
      detail: label,
    }));
    return rankMatches(items, typed);
  }
  const values = new Set(getValues?.(field.name));
  return rankMatches(
    [...values]
      .filter((value) => value.trim() !== "")
      .map((value) => ({ insert: quoteValue(value), label: value })),
    typed,
  );
}

function filterByPrefix(items: readonly CompletionItem[], typed: string): readonly CompletionItem[] {
  return items.filter(({ label }) => label.startsWith(typed.toLowerCase()));
}

/**
 * Returns the first `MAX_ITEMS` matching items. Prefix matches come first, then matches at the
 * start of a word, then other substrings.
 */
function rankMatches(items: readonly CompletionItem[], typed: string): readonly CompletionItem[] {
  const wanted = normalizeText(typed);
  if (wanted === "") return items.slice(0, MAX_ITEMS);
  const ranks: [CompletionItem[], CompletionItem[], CompletionItem[]] = [[], [], []];
  for (const item of items) {
    const rank = getRank(item, wanted);
    if (rank !== null) ranks[rank].push(item);
  }
  return ranks.flat().slice(0, MAX_ITEMS);
}

function getRank({ label, detail }: CompletionItem, wanted: string): 0 | 1 | 2 | null {
  const folded = normalizeText(label);
  if (folded.startsWith(wanted) || folded.slice(folded.indexOf(":") + 1).startsWith(wanted)) return 0;
  const words = `${folded.replace(/[^\p{L}\p{N}]+/gu, " ")} ${normalizeText(detail ?? "")}`;
  if (` ${words}`.includes(` ${wanted}`)) return 1;
  return folded.includes(wanted) ? 2 : null;
}
