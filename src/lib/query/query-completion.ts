import { foldText } from "@/lib/text/normalize-text";
import { findField, type QueryField } from "./query-text";
import { type QueryToken, quoteValue, readTokens } from "./query-tokens";

/** What may be inserted for the text between two offsets. No items: there is nothing to offer. */
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

const MOST_ITEMS = 20;

const DATES: readonly CompletionItem[] = [
  { insert: "today", label: "today" },
  { insert: "tomorrow", label: "tomorrow" },
  { insert: "yesterday", label: "yesterday" },
  { insert: "+7d", label: "+7d", detail: "Today and the next 7 days" },
  { insert: "-30d", label: "-30d", detail: "The last 30 days and today" },
  { insert: "today..+1m", label: "today..+1m", detail: "From today until a month later" },
  { insert: "any", label: "any", detail: "Has one" },
  { insert: "none", label: "none", detail: "Has none" },
];

const NUMBERS: readonly CompletionItem[] = [
  { insert: ">", label: ">", detail: "More than" },
  { insert: "<", label: "<", detail: "Less than" },
  { insert: "1..5", label: "1..5", detail: "From 1 to 5" },
  { insert: "any", label: "any", detail: "Has one" },
  { insert: "none", label: "none", detail: "Has none" },
];

/**
 * What may stand at the caret: names of fields, or values behind a colon. `valuesOf` gives the values that the records
 * have in a field. Never throws.
 */
export function completeQuery(
  text: string,
  caret: number,
  fields: readonly QueryField[],
  valuesOf?: (field: string) => readonly string[],
): Completion {
  const place = Math.max(0, Math.min(Math.trunc(caret) || 0, text.length));
  const token = readTokens(text, (name) => findField(fields, name) !== undefined).find(
    ({ from, to }) => from <= place && place <= to,
  );
  if (!token) return { from: place, to: place, items: nameItems("", fields) };
  if (token.name !== null && place >= token.valueFrom)
    return completeValue(text, place, token, fields, valuesOf);
  if (token.name === null && token.parts.some((part) => part.isQuoted)) return nothingAt(place);
  const from = Math.min(
    token.valueFrom,
    token.name === null ? token.valueFrom : token.valueFrom - token.name.length - 1,
  );
  const typed = text.slice(from, Math.max(from, place));
  // The colon is typed already where there is a name.
  const items = nameItems(typed, fields);
  return {
    from,
    to: token.name === null ? token.to : token.valueFrom,
    items: token.name === null ? items : onlyNames(items),
  };
}

function nothingAt(place: number): Completion {
  return { from: place, to: place, items: [] };
}

function onlyNames(items: readonly CompletionItem[]): readonly CompletionItem[] {
  return items.filter(({ insert }) => insert.endsWith(":"));
}

/** Fields, and states, which are often what is wanted: "del" offers `is:deleted`. */
function nameItems(typed: string, fields: readonly QueryField[]): readonly CompletionItem[] {
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
  if (typed === "") return names.slice(0, MOST_ITEMS);
  return matching([...names, ...states], typed);
}

function completeValue(
  text: string,
  caret: number,
  token: QueryToken,
  fields: readonly QueryField[],
  valuesOf: ((field: string) => readonly string[]) | undefined,
): Completion {
  const part = token.parts.find(({ from, to }) => from <= caret && caret <= to);
  const field = findField(fields, token.name ?? "");
  if (!part || !field) return nothingAt(caret);
  const typed = text.slice(part.from, caret).replace(/^"|"$/g, "");
  const others = new Set(token.parts.filter((each) => each !== part).map((each) => foldText(each.text)));
  const items = valueItems(field, typed, valuesOf).filter(({ label }) => !others.has(foldText(label)));
  const [only] = items;
  const isWritten = items.length === 1 && only?.insert === text.slice(part.from, part.to);
  return { from: part.from, to: part.to, items: isWritten ? [] : items };
}

function valueItems(
  field: QueryField,
  typed: string,
  valuesOf: ((field: string) => readonly string[]) | undefined,
): readonly CompletionItem[] {
  if (field.kind === "date") return beginning(DATES, typed);
  if (field.kind === "number") return beginning(NUMBERS, typed);
  if (field.values) {
    const items = field.values.map(({ value, label }) => ({
      insert: quoteValue(value),
      label: value,
      detail: label,
    }));
    return matching(items, typed);
  }
  const values = new Set(valuesOf?.(field.name));
  return matching(
    [...values]
      .filter((value) => value.trim() !== "")
      .map((value) => ({ insert: quoteValue(value), label: value })),
    typed,
  );
}

function beginning(items: readonly CompletionItem[], typed: string): readonly CompletionItem[] {
  return items.filter(({ label }) => label.startsWith(typed.toLowerCase()));
}

/** What begins with the typed text, then what has a word that does, then what contains it. */
function matching(items: readonly CompletionItem[], typed: string): readonly CompletionItem[] {
  const wanted = foldText(typed);
  if (wanted === "") return items.slice(0, MOST_ITEMS);
  const ranks: [CompletionItem[], CompletionItem[], CompletionItem[]] = [[], [], []];
  for (const item of items) {
    const rank = rankOf(item, wanted);
    if (rank !== null) ranks[rank].push(item);
  }
  return ranks.flat().slice(0, MOST_ITEMS);
}

function rankOf({ label, detail }: CompletionItem, wanted: string): 0 | 1 | 2 | null {
  const folded = foldText(label);
  if (folded.startsWith(wanted) || folded.slice(folded.indexOf(":") + 1).startsWith(wanted)) return 0;
  const words = `${folded.replace(/[^\p{L}\p{N}]+/gu, " ")} ${foldText(detail ?? "")}`;
  if (` ${words}`.includes(` ${wanted}`)) return 1;
  return folded.includes(wanted) ? 2 : null;
}
