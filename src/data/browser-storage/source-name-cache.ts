import type { Api } from "@/data/client/api-context";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { readStored } from "./local-storage";

/** Caches the last parse, because all components of a page read the same names. */
let lastParsed: { readonly text: string | null; readonly names: ReferenceNames } = {
  text: null,
  names: NO_NAMES,
};

export function sourceNameCacheKey({ client, projectId }: Api): string {
  return `environs.source-names.${client.connection.id}.${projectId}`;
}

/** Returns the names of a project's dashboards and insights from the last visit. They may be outdated. */
export function readCachedNames(api: Api): ReferenceNames {
  const text = readStored(sourceNameCacheKey(api));
  if (text !== lastParsed.text) lastParsed = { text, names: text ? parseNames(text) : NO_NAMES };
  return lastParsed.names;
}

function parseNames(text: string): ReferenceNames {
  return new Map(
    text.split("\n").map((line): [string, string] => [line.replace(/\t.*/, ""), line.replace(/.*\t/, "")]),
  );
}
