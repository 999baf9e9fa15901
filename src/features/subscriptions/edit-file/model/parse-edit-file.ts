import * as z from "zod/mini";
import {
  type JsonMember,
  type JsonNode,
  type JsonOutline,
  type JsonRows,
  readNode,
  readOutline,
  valueOf,
} from "@/lib/file/json-reader";
import { JsonMistake } from "@/lib/file/json-syntax";
import type { SlicedWork } from "@/lib/scheduler/cooperative-task";
import { PLAN_KIND, PLAN_VERSION, type PlanHeader, type PlanPlace, planHeader } from "./edit-file-format";

/** Why nothing can be made of a text. */
export interface PlanRefusal {
  readonly title: string;
  readonly detail: string;
  /** Where in the text, as an offset; null where the whole of it is meant. */
  readonly offset: number | null;
}

/** A text that holds deliveries. */
export interface PlanText {
  readonly text: string;
  /** Where its deliveries begin. */
  readonly starts: readonly number[];
  /** Null where the file does not say what it is. */
  readonly header: PlanHeader | null;
}

export type PlanReading =
  | { readonly ok: true; readonly plan: PlanText }
  | { readonly ok: false; readonly refusal: PlanRefusal };

const HOW = "Use Download → “JSON for editing” on the list to get a file that can be applied.";

function refuse(title: string, detail: string, offset: number | null = null): PlanReading {
  return { ok: false, refusal: { title, detail, offset } };
}

/** Reads a text as a file of deliveries, in slices. Never throws. */
export function* readPlan(text: string): SlicedWork<PlanReading> {
  if (text.trim() === "") return refuse("There is nothing in it", HOW);
  if (/^\s*</.test(text)) return refuse("This is a web page, not JSON", HOW);
  try {
    return planOf(text, yield* readOutline(text));
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    if (looksLikeTable(text)) return refuse("This is a table (CSV), not JSON", HOW);
    return refuse("This is not JSON yet", error.message, error.offset);
  }
}

function looksLikeTable(text: string): boolean {
  const [first = "", second = ""] = text.trimStart().split(/\r?\n/, 2);
  return /^[^[{]/.test(first) && /[,;\t]/.test(first) && /[,;\t]/.test(second);
}

function planOf(text: string, outline: JsonOutline): PlanReading {
  if (outline.kind === "rows") return { ok: true, plan: { text, starts: outline.starts, header: null } };
  if (outline.kind === "scalar") return refuse("This is JSON, but no list of deliveries", HOW);
  const lists = outline.members.filter(({ key }) => key === "subscriptions" || key === "results");
  const [list, another] = lists;
  if (list === undefined) return refuse("The list “subscriptions” is missing", HOW, outline.at);
  if (another !== undefined) return refuse("Two lists of deliveries", "Put them into one.", another.at);
  if (list.value.kind !== "rows")
    return refuse(`“${list.key}” is no list`, "It stands in square brackets [].", list.at);
  const { starts } = list.value;
  const heads = outline.members.filter(({ key }) => key === "environs");
  const head = heads.at(-1);
  if (head === undefined) return { ok: true, plan: { text, starts, header: null } };
  return withHeader({ text, starts }, head);
}

function withHeader(plan: Omit<PlanText, "header">, head: JsonMember<JsonNode | JsonRows>): PlanReading {
  const parsed = z.safeParse(planHeader, head.value.kind === "rows" ? null : valueOf(head.value));
  if (!parsed.success) {
    return refuse(
      "“environs” cannot be read",
      "Put back what stood there when the file was downloaded.",
      head.at,
    );
  }
  const { kind, version } = parsed.data;
  if (kind !== PLAN_KIND) return refuse(`The file holds ${kind}, not deliveries`, HOW, head.at);
  if (version > PLAN_VERSION) {
    return refuse(
      "The file comes from a newer version of Environs",
      "Load this page again to get that version.",
      head.at,
    );
  }
  return { ok: true, plan: { ...plan, header: parsed.data } };
}

/** Why the numbers of a file mean nothing here, as a sentence; null where they do. */
export function foreignWords(header: PlanHeader | null, here: PlanPlace): string | null {
  if (header === null) {
    return "The file does not say which project it is from, so its numbers (“id”) cannot be trusted.";
  }
  if (header.server !== here.server) {
    return `The file is from ${header.server}, project ${header.project}. You are on ${here.server}, project ${here.project}.`;
  }
  return header.project === here.project
    ? null
    : `The file is from project ${header.project}. You are in project ${here.project}.`;
}

/** The delivery that begins at a place of the list. */
export function entryAt({ text, starts }: PlanText, place: number): JsonNode {
  return readNode(text, starts[place] ?? 0);
}
