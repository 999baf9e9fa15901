import * as z from "zod/mini";
import type { JsonMember, JsonNode, JsonOutline, JsonRows } from "@/lib/file/json-reader";
import { JsonSyntaxError, jsonNodeValue, parseJsonNode, parseJsonOutline } from "@/lib/file/json-reader";
import type { ImportFileHeader, ImportFileOrigin } from "./import-file-format";
import { IMPORT_FILE_KIND, IMPORT_FILE_VERSION, importFileHeader } from "./import-file-format";

export interface FileRejection {
  readonly title: string;
  readonly detail: string;
  /** Offset in the text. Null when the issue is about the whole text. */
  readonly offset: number | null;
}

export interface ParsedImportFile {
  readonly text: string;
  readonly entryOffsets: readonly number[];
  /** Null if the file has no header. */
  readonly header: ImportFileHeader | null;
}

export type ImportFileParseResult =
  | { readonly ok: true; readonly file: ParsedImportFile }
  | { readonly ok: false; readonly rejection: FileRejection };

const HOW_TO_GET_FILE = "To get a file, choose Download → “JSON for editing” in the subscription list.";

function reject(title: string, detail: string, offset: number | null = null): ImportFileParseResult {
  return { ok: false, rejection: { title, detail, offset } };
}

/** Returns syntax errors as part of the result. */
export function parseImportFile(text: string): ImportFileParseResult {
  if (text.trim() === "") return reject("The file is empty", HOW_TO_GET_FILE);
  if (/^\s*</.test(text)) return reject("This is a web page, not JSON", HOW_TO_GET_FILE);
  try {
    return toImportFile(text, parseJsonOutline(text));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    if (isLikelyTable(text)) return reject("This is a table (CSV), not JSON", HOW_TO_GET_FILE);
    return reject("Invalid JSON", error.message, error.offset);
  }
}

function isLikelyTable(text: string): boolean {
  const [first = "", second = ""] = text.trimStart().split(/\r?\n/, 2);
  return /^[^[{]/.test(first) && /[,;\t]/.test(first) && /[,;\t]/.test(second);
}

function toImportFile(text: string, outline: JsonOutline): ImportFileParseResult {
  if (outline.kind === "rows")
    return { ok: true, file: { text, entryOffsets: outline.offsets, header: null } };
  if (outline.kind === "scalar") return reject("No list of subscriptions found", HOW_TO_GET_FILE);
  const lists = outline.members.filter(({ key }) => key === "subscriptions" || key === "results");
  const [list, secondList] = lists;
  if (list === undefined) return reject("The list “subscriptions” is missing", HOW_TO_GET_FILE, outline.at);
  if (secondList !== undefined)
    return reject("Two lists of subscriptions", "Combine them into one.", secondList.at);
  if (list.value.kind !== "rows")
    return reject(`“${list.key}” isn't a list`, "Put the subscriptions in square brackets [].", list.at);
  const { offsets: entryOffsets } = list.value;
  const headers = outline.members.filter(({ key }) => key === "environs");
  const headerNode = headers.at(-1);
  if (headerNode === undefined) return { ok: true, file: { text, entryOffsets, header: null } };
  return withHeader({ text, entryOffsets }, headerNode);
}

function withHeader(
  file: Omit<ParsedImportFile, "header">,
  headerNode: JsonMember<JsonNode | JsonRows>,
): ImportFileParseResult {
  const parsed = z.safeParse(
    importFileHeader,
    headerNode.value.kind === "rows" ? null : jsonNodeValue(headerNode.value),
  );
  if (!parsed.success) {
    return reject("Invalid “environs” header", "Restore it as it was in the downloaded file.", headerNode.at);
  }
  const { kind, version } = parsed.data;
  if (kind !== IMPORT_FILE_KIND)
    return reject(`The file has ${kind}, not subscriptions`, HOW_TO_GET_FILE, headerNode.at);
  if (version > IMPORT_FILE_VERSION) {
    return reject(
      "The file is from a newer version of Environs",
      "Reload this page to update.",
      headerNode.at,
    );
  }
  return { ok: true, file: { ...file, header: parsed.data } };
}

/** Explains why the file's IDs may belong to another project. Null for a file of this project. */
export function foreignFileMessage(
  header: ImportFileHeader | null,
  currentOrigin: ImportFileOrigin,
): string | null {
  if (header === null) {
    return "The file doesn't say which project it is from, so its IDs may not match.";
  }
  if (header.server !== currentOrigin.server) {
    return `The file is from ${header.server}, project ${header.project}. You are on ${currentOrigin.server}, project ${currentOrigin.project}.`;
  }
  return header.project === currentOrigin.project
    ? null
    : `The file is from project ${header.project}. You are in project ${currentOrigin.project}.`;
}

export function entryNodeAt({ text, entryOffsets }: ParsedImportFile, index: number): JsonNode {
  return parseJsonNode(text, entryOffsets[index] ?? 0);
}
