import type { Api } from "@/data/client/api-context";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { readStored, writeStored } from "./local-storage";

/** More names would slow down the start of the next visit. */
const MAX_STORED = 5_000;

/** The last parsed text, because all components of a page read the same names. */
let lastParsed: { readonly text: string; readonly names: ReferenceNames } = { text: "", names: NO_NAMES };

function storageKey({ client, projectId }: Api): string {
  return `environs.source-names.${client.connection.id}.${projectId}`;
}

/** Returns the names of a project's dashboards and insights from the last visit. They may be outdated. */
export function readCachedNames(api: Api): ReferenceNames {
  const text = readStored(storageKey(api)) ?? "";
  if (text === "") return NO_NAMES;
  if (text !== lastParsed.text) lastParsed = { text, names: parseNames(text) };
  return lastParsed.names;
}

function parseNames(text: string): ReferenceNames {
  return new Map(
    text.split("\n").flatMap((line): [string, string][] => {
      const [source = "", name = ""] = line.split("\t");
      return name === "" ? [] : [[source, name]];
    }),
  );
}

/** Stores names for the next visit, except those of missing sources. Ignores storage errors. */
export function storeCachedNames(api: Api, names: ReferenceNames): void {
  const lines = [...names].flatMap(([source, name]) =>
    name === "" ? [] : `${source}\t${name.replaceAll(/\s/g, " ")}`,
  );
  writeStored(storageKey(api), lines.slice(0, MAX_STORED).join("\n"));
}
