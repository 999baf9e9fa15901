import { hashText } from "./random";
import type { MockProject } from "./world";

export interface Dashboard {
  readonly id: number;
  readonly name: string;
  /** IDs of its insights. */
  readonly insights: readonly number[];
}

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

export const FIRST_DASHBOARD_ID = 201;
export const FIRST_INSIGHT_ID = 4001;

/** Creates a saved insight, as it is served. Without a name, servers derive one from the query. */
export function createInsight(id: number, fullName: string, short_id: string) {
  const isNamed = fullName !== "Referrals";
  const name = isNamed ? fullName : "";
  const derived_name = isNamed ? null : fullName;
  return { id, short_id, name, derived_name, description: "", deleted: false, saved: true, tags: [] };
}

export const byId = <Item extends { readonly id: number }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));

export function createCatalog(dashboardCount: number, insightCount: number) {
  const dashboards = DASHBOARD_NAMES.slice(0, dashboardCount).map((name, index): Dashboard => {
    const id = FIRST_DASHBOARD_ID + index;
    // One has more insights than a subscription can select on servers of 2026.
    const length = Math.min(name === "Board pack" ? 9 : 3 + (id % 4), insightCount);
    const insights = Array.from({ length }, (_, tile) => FIRST_INSIGHT_ID + ((id * 5 + tile) % insightCount));
    return { id, name, insights };
  });
  const insights = INSIGHT_NAMES.slice(0, insightCount).map((name, index) => {
    const shortId = hashText(`insight ${name}`).toString(36).padStart(8, "A").slice(0, 8);
    return createInsight(FIRST_INSIGHT_ID + index, name, shortId);
  });
  return { dashboards: byId(dashboards), insights: byId(insights) };
}

export function getSourceName({ dashboards, insights }: MockProject, { dashboard, insight }: SourceFields) {
  const source = insights.get(insight ?? 0);
  return dashboard === null
    ? source?.name || source?.derived_name || undefined
    : dashboards.get(dashboard)?.name;
}
