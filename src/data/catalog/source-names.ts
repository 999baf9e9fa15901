import { type QueryKey, skipToken, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { HttpError } from "@/api/errors";
import { type Api, useApi } from "@/data/backend/backend";
import { isEndpointUnavailable } from "@/data/backend/optional-endpoint";
import { projectScope, readStored, writeStored } from "@/data/browser-storage/local-storage";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { runWhenIdle } from "@/lib/time/wait";
import { encodeParam } from "@/lib/url/paths";
import type { NamesRefusal, SourceNames, SourceReference } from "./source-labels";
import { NO_SOURCE_NAMES, sourceNamesKey } from "./source-labels";

/** Returns the names loaded so far, initially those from the last visit. Sends no requests. */
export function useSourceNames(): SourceNames {
  const api = useApi();
  const { data } = useQuery<SourceNames>({
    queryKey: sourceNamesKey(api),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => data ?? { ...NO_SOURCE_NAMES, names: readCachedNames(api) }, [data, api]);
}

/** Loads the names of the records' sources while the page is open. Pass the records only after they are displayed. */
export function useLoadSourceNames(records: readonly SourceReference[]): void {
  const api = useApi();
  useEffect(() => {
    if (records.length === 0) return;
    const controller = new AbortController();
    const cancel = runWhenIdle(() => {
      import("./load-source-names").then(
        ({ loadSourceNames }) => loadSourceNames(api, records, controller.signal),
        // Names are optional. The page shows IDs without them.
        () => undefined,
      );
    });
    return () => {
      cancel();
      controller.abort();
    };
  }, [api, records]);
}

/** Returns why an optional endpoint is permanently unavailable. Returns null for a temporary error. */
export function getNamesRefusal(error: unknown): NamesRefusal | null {
  if (!isEndpointUnavailable(error)) return null;
  return error instanceof HttpError && error.missingScope !== null ? "scope" : "endpoint";
}

interface OptionalAnswer<Value> {
  /** Null if refused. */
  readonly value: Value | null;
  readonly refusal: NamesRefusal | null;
}

/** Resolves with why an optional endpoint is permanently unavailable. Rejects after a temporary error. */
export async function readOptional<Value>(read: () => Promise<Value>): Promise<OptionalAnswer<Value>> {
  try {
    return { value: await read(), refusal: null };
  } catch (error) {
    const refusal = getNamesRefusal(error);
    if (refusal === null) throw error;
    return { value: null, refusal };
  }
}

/** The state of a query for an optional endpoint. The value is null while loading, after a failure, or if refused. */
export interface OptionalQuery<Value> extends OptionalAnswer<Value> {
  /** True after a temporary failure, and while the request is retried. */
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/** Reads an optional endpoint once per visit. */
export function useOptionalQuery<Value>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<Value>,
  enabled = true,
): OptionalQuery<Value> {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readOptional(() => read(signal)),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isError = data === undefined && errorUpdateCount > 0;
  const { value, refusal } = data ?? { value: null, refusal: null };
  return { value, refusal, isError, isFetching, refetch: () => void refetch() };
}

/** Adds names to the loaded ones. Keeps the same objects if nothing changes, which avoids a render. */
export function addSourceNames(api: Api, { names, shortIds, refusals }: Partial<SourceNames>): void {
  api.queryClient.setQueryData<SourceNames>(sourceNamesKey(api), (before = NO_SOURCE_NAMES) => {
    const after = {
      names: mergeMaps(before.names, names),
      shortIds: mergeMaps(before.shortIds, shortIds),
      refusals: refusals === undefined ? before.refusals : { ...before.refusals, ...refusals },
    };
    const isSame =
      after.names === before.names &&
      after.shortIds === before.shortIds &&
      after.refusals === before.refusals;
    return isSame ? before : after;
  });
}

function mergeMaps<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  added: ReadonlyMap<Key, Value> | undefined,
): ReadonlyMap<Key, Value> {
  if (added === undefined) return map;
  const isKnown = [...added].every(([key, value]) => map.get(key) === value);
  return isKnown ? map : new Map([...map, ...added]);
}

/** Returns the names loaded so far. Unlike `useSourceNames`, doesn't update. */
export function readSourceNames(api: Api): ReferenceNames {
  return api.queryClient.getQueryData<SourceNames>(sourceNamesKey(api))?.names ?? NO_NAMES;
}

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

export function useSourceUrl(): (record: SourceReference) => string | null {
  const { client, projectId } = useApi();
  const { shortIds } = useSourceNames();
  const { baseUrl } = client.connection;
  return useCallback(
    (record) => buildSourceUrl(baseUrl, projectId, record, shortIds),
    [baseUrl, projectId, shortIds],
  );
}

/** Returns null for an insight with an unknown short ID, and for the demo, which doesn't serve PostHog's pages. */
export function buildSourceUrl(
  baseUrl: string,
  projectId: string,
  { dashboard, insight, insight_short_id }: SourceReference,
  shortIds: ReadonlyMap<number, string>,
): string | null {
  if (baseUrl === "") return null;
  const project = `${baseUrl}/project/${encodeParam(projectId)}`;
  if (dashboard !== null) return `${project}/dashboard/${dashboard}`;
  const shortId = insight_short_id || (insight === null ? undefined : shortIds.get(insight));
  return shortId === undefined ? null : `${project}/insights/${encodeParam(shortId)}`;
}
