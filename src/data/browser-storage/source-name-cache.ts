import type { Api } from "@/data/backend/backend";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { projectScope, readStored, writeStored } from "./local-storage";

/** More names would slow down the start of the next visit. */
const MAX_STORED = 5_000;

/** Caches the last parse, because all components of a page read the same names. */
let lastParsed: { readonly text: string | null; readonly names: ReferenceNames } = {
  text: null,
  names: NO_NAMES,
};

const keyOf = (api: Api) => `environs.source-names.${projectScope(api)}`;

/** Returns the names of a project's dashboards and insights from the last visit. They may be outdated. */
export function readCachedNames(api: Api): ReferenceNames {
  const text = readStored(keyOf(api));
  if (text !== lastParsed.text) lastParsed = { text, names: text ? parseNames(text) : NO_NAMES };
  return lastParsed.names;
}

/** Stores names for the next visit, except those of missing sources. Ignores storage errors. */
export function storeCachedNames(api: Api, names: ReferenceNames): void {
  const lines = [...names].flatMap(([source, name]) =>
    name === "" ? [] : `${source}\t${name.replaceAll(/\s/g, " ")}`,
  );
  writeStored(keyOf(api), lines.slice(0, MAX_STORED).join("\n"));
}

function parseNames(text: string): ReferenceNames {
  return new Map(
    text.split("\n").map((line): [string, string] => [line.replace(/\t.*/, ""), line.replace(/.*\t/, "")]),
  );
}
