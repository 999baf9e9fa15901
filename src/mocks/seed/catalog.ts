import { hashText } from "./random";
import type { MockProject } from "./world";

/** A saved insight, as it is served. Without a name, servers derive one from the query. */
export interface Insight {
  readonly id: number;
  readonly short_id: string;
  readonly name: string;
  readonly derived_name: string | null;
  readonly description: string;
  readonly deleted: boolean;
  readonly saved: boolean;
  readonly tags: readonly string[];
}

export interface Dashboard {
  readonly id: number;
  readonly name: string;
  /** IDs of its insights. */
  readonly insights: readonly number[];
}

/** The dashboard or insight of a record. */
export interface SourceFields {
  readonly dashboard: number | null;
  readonly insight: number | null;
}

const DASHBOARD_NAMES = [
  ..."Growth overview,Acquisition by channel,Checkout funnel,Activation and onboarding".split(","),
  ..."Retention cohorts,Revenue and plans,Support load,Mobile app health,Marketing campaigns".split(","),
  ..."Sales pipeline,Data quality,Board pack".split(","),
];
const INSIGHT_NAMES = `
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
  .split(/ \| |\n/);
const UNNAMED_INSIGHT = "Referrals";
/** Has more insights than a subscription can select on servers of 2026. */
const LARGE_DASHBOARD = "Board pack";

export const FIRST_DASHBOARD_ID = 201;
export const FIRST_INSIGHT_ID = 4001;

export function createInsight(id: number, name: string, short_id: string): Insight {
  const isNamed = !name.startsWith(UNNAMED_INSIGHT);
  return {
    id,
    short_id,
    name: isNamed ? name : "",
    derived_name: isNamed ? null : name,
    description: "",
    deleted: false,
    saved: true,
    tags: [],
  };
}

/** Returns a name of the list, with a number after the first round. */
function getName(names: readonly string[], index: number): string {
  const round = Math.floor(index / names.length);
  return `${names[index % names.length]}${round === 0 ? "" : ` (${round + 1})`}`;
}

function createDashboard(index: number, insightCount: number): Dashboard {
  const id = FIRST_DASHBOARD_ID + index;
  const name = getName(DASHBOARD_NAMES, index);
  const length = Math.min(name === LARGE_DASHBOARD ? 9 : 3 + (id % 4), insightCount);
  return {
    id,
    name,
    insights: Array.from({ length }, (_, tile) => FIRST_INSIGHT_ID + ((id * 5 + tile) % insightCount)),
  };
}

export const byId = <Item extends { readonly id: number }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));

/** Creates a project's dashboards and insights. */
export function createCatalog(dashboardCount: number, insightCount: number) {
  const dashboards = Array.from({ length: dashboardCount }, (_, index) =>
    createDashboard(index, insightCount),
  );
  const insights = Array.from({ length: insightCount }, (_, index) => {
    const id = FIRST_INSIGHT_ID + index;
    const shortId = hashText(`insight ${id}`).toString(36).padStart(8, "A").slice(0, 8);
    return createInsight(id, getName(INSIGHT_NAMES, index), shortId);
  });
  return { dashboards: byId(dashboards), insights: byId(insights) };
}

/** Returns the name of a record's dashboard or insight. */
export function getSourceName({ dashboards, insights }: MockProject, { dashboard, insight }: SourceFields) {
  const source = insights.get(insight ?? 0);
  return dashboard === null
    ? source?.name || source?.derived_name || undefined
    : dashboards.get(dashboard)?.name;
}
