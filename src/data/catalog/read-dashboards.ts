import { listDashboards } from "@/contract/catalog";
import type { Api } from "@/data/client/api-context";
import { requestOptional } from "@/data/client/optional-endpoint";
import { cleanSourceName, type SourceNames, sourceKey } from "./source-labels";

const PAGE_SIZE = 200;

/**
 * Creates a function that reads the whole list. Each call sends at most one request and returns whether the list is
 * complete.
 */
export function createDashboardReader(api: Api, publish: (found: Pick<SourceNames, "names">) => void) {
  const seen = new Set<number>();
  let offset = 0;
  let count = Number.POSITIVE_INFINITY;
  let isExact = true;

  async function readPage(): Promise<void> {
    const page = await requestOptional(api.client, listDashboards, {
      path: { project_id: api.projectId },
      query: { limit: PAGE_SIZE, ...(offset > 0 && { offset }) },
    });
    const names = page.results.map(({ id, name }) => [id, cleanSourceName(name)] as const);
    for (const [id] of names) seen.add(id);
    publish({
      names: new Map(
        names.flatMap(([id, name]) => (name === "" ? [] : [[sourceKey("dashboard", id), name]])),
      ),
    });
    const rows = page.results.length + page.broken.length;
    isExact &&= page.broken.length === 0;
    offset += rows;
    count = rows === 0 ? offset : page.count;
  }

  return async (wanted: ReadonlySet<number>): Promise<boolean> => {
    if (offset < count) await readPage();
    if (offset < count) return false;
    const missing = isExact ? [...wanted].filter((id) => !seen.has(id)) : [];
    publish({ names: new Map(missing.map((id) => [sourceKey("dashboard", id), ""])) });
    return true;
  };
}
