import type { Api } from "@/data/client/api-context";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { writeStored } from "./local-storage";
import { sourceNameCacheKey } from "./source-name-cache";

/** More names would slow down the start of the next visit. */
const MAX_STORED = 5_000;

/** Stores names for the next visit, except those of missing sources. Ignores storage errors. */
export function storeCachedNames(api: Api, names: ReferenceNames): void {
  const lines = [...names].flatMap(([source, name]) =>
    name === "" ? [] : `${source}\t${name.replaceAll(/\s/g, " ")}`,
  );
  writeStored(sourceNameCacheKey(api), lines.slice(0, MAX_STORED).join("\n"));
}
