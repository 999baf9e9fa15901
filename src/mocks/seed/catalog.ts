import { hashText, seededRandom } from "./random";
import type { CatalogEntry, MockProject } from "./world";

const DASHBOARDS = `
  Growth overview | Acquisition by channel | Checkout funnel | Activation and onboarding
  Retention cohorts | Revenue and plans | Support load | Mobile app health | Marketing campaigns
  Sales pipeline | Data quality | Board pack
`
  .trim()
  .split(/ \| |\n\s*/);

const INSIGHTS = `
  Weekly active accounts | Sign-ups by country | Trial to paid conversion | Checkout drop-off by step
  Median time to first report | Churned accounts | Net revenue retention | Page load time, p75
  Errors per thousand sessions | Most used features | Invites sent and accepted
  Search queries without results | Email opens by campaign | Cost per acquisition | Refunds by reason
  Tickets opened per day | First response time | App versions in use | Crash-free sessions
  Subscriptions by plan | Average order value | Returning visitors | Paths to purchase
  Feature flag exposure | API calls by customer | Storage used by customer | Seats per account | Referrals
  Landing page bounce rate | Stickiness of weekly users
`
  .trim()
  .split(/ \| |\n\s*/);

/**
 * Insights whose catalog names start with this text are served without a name. The catalog name is
 * sent as `derived_name`, which servers derive from the query.
 */
const UNNAMED_INSIGHT = "Referrals";

const FIRST_DASHBOARD_ID = 201;
const FIRST_INSIGHT_ID = 4001;
const DASHBOARD_COUNT: Readonly<Record<MockProject["size"], number>> = { demo: 12, large: 400, empty: 2 };
const INSIGHT_COUNT: Readonly<Record<MockProject["size"], number>> = { demo: 30, large: 2000, empty: 4 };

function createEntry(names: readonly string[], first: number, index: number): CatalogEntry {
  const round = Math.floor(index / names.length);
  const name = names[index % names.length] ?? "";
  return { id: first + index, name: round === 0 ? name : `${name} (${round + 1})` };
}

function createEntries(names: readonly string[], first: number, count: number): readonly CatalogEntry[] {
  return Array.from({ length: count }, (_, index) => createEntry(names, first, index));
}

function withoutDeleted(entries: readonly CatalogEntry[], { deletedSources }: MockProject) {
  return deletedSources ? entries.filter(({ id }) => !deletedSources.includes(id)) : entries;
}

/** Lists a project's dashboards. Their IDs start at 201. */
export function listDashboards(project: MockProject): readonly CatalogEntry[] {
  return withoutDeleted(
    project.catalog?.dashboards ??
      createEntries(DASHBOARDS, FIRST_DASHBOARD_ID, DASHBOARD_COUNT[project.size]),
    project,
  );
}

/** Lists a project's insights. Their IDs start at 4001. */
export function listInsights(project: MockProject): readonly CatalogEntry[] {
  return withoutDeleted(
    project.catalog?.insights ?? createEntries(INSIGHTS, FIRST_INSIGHT_ID, INSIGHT_COUNT[project.size]),
    project,
  );
}

/** Returns a dashboard's ID by index. Indexes wrap around after the last dashboard. */
export function getDashboardId(project: MockProject, index: number): number {
  return FIRST_DASHBOARD_ID + (index % DASHBOARD_COUNT[project.size]);
}

/** Returns an insight's ID by index. Indexes wrap around after the last insight. */
export function getInsightId(project: MockProject, index: number): number {
  return FIRST_INSIGHT_ID + (index % INSIGHT_COUNT[project.size]);
}

/** Returns the dashboard or insight with an ID. The ID must exist. Avoids creating the whole list. */
export function getSource(id: number): CatalogEntry {
  return id < FIRST_INSIGHT_ID
    ? createEntry(DASHBOARDS, FIRST_DASHBOARD_ID, id - FIRST_DASHBOARD_ID)
    : createEntry(INSIGHTS, FIRST_INSIGHT_ID, id - FIRST_INSIGHT_ID);
}

export function hasDashboard(project: MockProject, id: number): boolean {
  if (project.catalog) return project.catalog.dashboards.some((entry) => entry.id === id);
  return id >= FIRST_DASHBOARD_ID && id < FIRST_DASHBOARD_ID + DASHBOARD_COUNT[project.size];
}

export function hasInsight(project: MockProject, id: number): boolean {
  if (project.catalog) return project.catalog.insights.some((entry) => entry.id === id);
  return id >= FIRST_INSIGHT_ID && id < FIRST_INSIGHT_ID + INSIGHT_COUNT[project.size];
}

const SHORT_ID_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns the short ID in an insight's URL: 8 letters and digits, always the same for an insight. */
function getShortId(id: number): string {
  const random = seededRandom(hashText(`insight ${id}`));
  return Array.from({ length: 8 }, () =>
    SHORT_ID_LETTERS.charAt(Math.floor(random() * SHORT_ID_LETTERS.length)),
  ).join("");
}

export function describeInsight(entry: CatalogEntry) {
  const isNamed = !entry.name.startsWith(UNNAMED_INSIGHT);
  return {
    id: entry.id,
    short_id: entry.short_id ?? getShortId(entry.id),
    name: isNamed ? entry.name : "",
    derived_name: isNamed ? null : entry.name,
    description: "",
    deleted: false,
    saved: true,
    tags: [],
  };
}

export function describeDashboard(entry: CatalogEntry) {
  return { id: entry.id, name: entry.name, description: "", pinned: false, deleted: false, tags: [] };
}

/** Returns the name of a record's source, unless it was deleted. Avoids creating the whole list. */
export function findSourceName(
  project: MockProject,
  { dashboard, insight }: { readonly dashboard: number | null; readonly insight: number | null },
): string | undefined {
  const id = dashboard ?? insight;
  if (id === null || project.deletedSources?.includes(id)) return undefined;
  const entries = dashboard === null ? project.catalog?.insights : project.catalog?.dashboards;
  return entries ? entries.find((entry) => entry.id === id)?.name : getSource(id).name;
}

/** A dashboard with more insights than a subscription can select on servers of 2026. */
const LARGE_DASHBOARD_ID = FIRST_DASHBOARD_ID + DASHBOARDS.indexOf("Board pack");

/**
 * Returns a dashboard's insights. "Board pack" has nine, and others have three to six. No dashboard
 * has more insights than the project.
 */
export function listDashboardInsights(project: MockProject, dashboard: number): readonly CatalogEntry[] {
  if (project.emptyDashboards?.includes(dashboard)) return [];
  const insights = listInsights(project);
  if (project.catalog) {
    const tiles = project.catalog.dashboards.find(({ id }) => id === dashboard)?.insights ?? [];
    return insights.filter(({ id }) => tiles.includes(id));
  }
  const count = Math.min(dashboard === LARGE_DASHBOARD_ID ? 9 : 3 + (dashboard % 4), insights.length);
  return Array.from(
    { length: count },
    (_, index) => insights[(dashboard * 5 + index) % insights.length],
  ).filter((entry) => entry !== undefined);
}

/** Whether servers can deliver the source: it isn't deleted, and a dashboard has insights. */
export function isDeliverableSource(
  project: MockProject,
  { dashboard, insight }: { readonly dashboard: number | null; readonly insight: number | null },
): boolean {
  const id = insight ?? dashboard;
  if (id === null) return false;
  const isDeleted = project.deletedSources?.includes(id) === true;
  return !isDeleted && (insight !== null || listDashboardInsights(project, id).length > 0);
}
