import { useCallback } from "react";
import { useApi } from "@/data/backend/backend";
import { encodeParam } from "@/lib/url/paths";
import type { SourceReference } from "./source-labels";
import { useSourceNames } from "./source-names";

export function useSourceUrl(): (record: SourceReference) => string | null {
  const { client, projectId } = useApi();
  const { shortIds } = useSourceNames();
  const { baseUrl } = client.connection;
  return useCallback(
    (record) => buildSourceUrl(baseUrl, projectId, record, shortIds),
    [baseUrl, projectId, shortIds],
  );
}

/**
 * Returns the URL of a record's source in PostHog. Returns null for an insight whose short ID is
 * unknown, and for the demo, which doesn't serve PostHog's pages.
 */
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
