import { WEEKDAYS } from "@/lib/time/calendar-days";
import { formatWireDate } from "@/mocks/fields";
import { computeNextDeliveryDate, type SubscriptionRow } from "@/mocks/subscription-row";
import { FIRST_DASHBOARD_ID, FIRST_INSIGHT_ID } from "./catalog";
import { getUser } from "./people";
import { findSlackWorkspace, type SeedContext } from "./world";

/**
 * The demo company's subscriptions, newest first: title, source (`d3` is the fourth dashboard, `i0` the first insight),
 * channel, targets (indexes of people, or texts), schedule (interval and unit, weekdays, position), time of day in UTC,
 * index of the author, more, and prompt. `more` has `until` (days from the last reset to the end date), `count`, `day`
 * (of the month of the start date), `stuck` (the last delivery failed permanently), `trashed`, `paused` (days since the
 * pause), `brief`, and `workspace` (ID of the Slack workspace instead of the first one, or 0 when disconnected).
 *
 * Daniel Okafor (index 13) is the departing member: some have no other recipient, some list him twice or in other
 * spellings, and one is in Trash. Marta Kowalska has left.
 */
const DEMO = `
Weekly growth review | d0 | email | 0 2 4 6 | 1w mon | 08:00 | 0
Checkout drop-off, every morning | i3 | slack | #checkout | 1d | 07:30 | 4
Board pack | d11 | email | 1 2 18 audit@northgate.example | 1m mon,tue,wed,thu,fri -1 | 16:00 | 2
- | i0 | email | 8 | 1w fri | 15:00 | 8
Launch week: sign-ups by country | i1 | email | 6 10 20 29 | 1d | 09:00 | 6 | until=6
Errors per thousand sessions | i8 | webhook | https://hooks.harbourline.example/quality | 1d | 05:00 | 3
Sales pipeline | d9 | email | 7 13 17 23 Daniel.Okafor@harbourline.example | 1w mon,thu | 07:00 | 7
Retention cohorts | d4 | email | 0 6 8 12 19 | 1m | 08:30 | 12
Support load | d6 | slack | #support-leads | 1w mon | 06:45 | 22
Campaign results | d8 | email | 6 10 20 29 26 | 1w tue | 09:15 | 10
Month-end revenue | d5 | email | audit@northgate.example | 1m | 23:00 | 2 | day=31
App versions in use | i17 | slack | C04HARB7MOB | 2w wed | 10:00 | 14
Churned accounts | i5 | email | 9 22 marta.kowalska@harbourline.example | 1w mon | 08:00 | -
Quarterly business review | d11 | email | 1 2 18 | 3m | 12:00 | 18
Data quality, weekdays | d10 | slack | #data-alerts | 1w mon,tue,wed,thu,fri | 06:00 | 19
All hands: numbers of the week | d0 | email | 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17 18 19 20 21 22 24 25 | 1w fri | 13:00 | 2
Trial to paid conversion | i2 | email | 9 4 | 1w wed | 08:00 | 9
Crash-free sessions | i18 | webhook | https://status.harbourline.example/in/crash-free | 1d | 04:00 | 15
Net revenue retention | i6 | email | 1 2 8 | 1m mon 1 | 09:00 | 8
Cost per acquisition | i13 | email | Claire.Dubois@Harbourline.example_ _hannah.orourke@harbourline.example | 1w mon | 07:30 | 6
- | d3 | email | 4 16 24 | 2w tue | 08:00 | 16
Landing pages: bounce rate | i28 | email | 29 20 | 1w thu | 09:30 | 29 | until=12
Partner numbers | d5 | email | bi@lumen.example _Daniel.Okafor@Harbourline.example | 1m tue 2 | 10:00 | 13
Page load time | i7 | slack | #web-performance | 1w mon | 07:00 | 11
Refunds by reason | i14 | email | 22 26 | 1m fri -1 | 14:00 | 22
Feature flag exposure | i23 | email | 5 21 | 1d | 06:30 | 5 | count=400
Weekly growth review | d0 | email | 2 0 9 | 1w mon | 08:00 | 2
Storage used by customer | i25 | email | 3 15 | 1m | 05:30 | 3 | day=30
Median time to first report | i4 | email | 12 27 | 1w tue | 08:45 | 12
Black Friday war room | d2 | slack | #black-friday | 1d | 12:00 | 4 | until=10
API calls by customer | i24 | webhook | https://billing.harbourline.example/usage?source=insight&v=2 | 1d | 02:00 | 21
Onboarding steps | d3 | email | 9 24 16 | 1w mon | 08:00 | 24 | stuck
First response time | i16 | email | 22 | 1w fri | 16:30 | 22
Email opens by campaign | i12 | email | 10 6 | 1w mon | 09:00 | 10
Summer campaign | d8 | email | 6 20 | 1d | 09:00 | 20 | until=-70
Migration check, five times | d10 | email | 19 3 | 1d | 08:00 | 19 | count=5
Average order value | i20 | email | DANIEL.OKAFOR@HARBOURLINE.EXAMPLE 7 | 1w mon | 07:00 | 13
Crash-free sessions (phone) | i18 | slack | @freya | 1w mon,fri | 07:00 | 14 | stuck
Returning visitors | i21 | email | 13 | 2m | 09:00 | 13
Referrals | i27 | email | daniel.okafor@harbourline.example_ | 1m | 08:00 | - | day=29
Acquisition by channel | d1 | email | 6 10 0 | 1w mon | 08:20 | 6
Leap day check | d10 | email | 19 | 1y | 09:00 | 19 | day=29
Founders' numbers | d5 | email | 1 | 1d | 06:00 | 1
First subscription | - | email | 0 | 1w mon | 09:00 | 0 | count=12
Weekly growth review (test) | d0 | email | 0 | 1d | 08:00 | 0 | trashed
Old pricing page | i28 | email | 13 | 1w mon | 09:00 | 13 | trashed
- | i3 | slack | #checkout-old | 1d | 07:30 | 4 | trashed
Reseller report | d9 | email | sam@oldmill.example __daniel.okafor@Harbourline.example | 1m | 10:00 | - | trashed
`;

/**
 * Demo subscriptions that only newer servers have, older than all others. The server paused the second, whose workspace
 * was disconnected, and the third, because it no longer supports webhooks. The fourth can't be resumed, because its
 * schedule has ended, and the seventh, because its author has left. The server rejects every change of `Release health`.
 */
const NEWER_DEMO = `
Pipeline review, after the holidays | d9 | email | 7 17 23 | 1w mon | 07:00 | 7 | paused=20
Checkout alerts | i3 | slack | C0HARB6101|#checkout | 1d | 08:00 | 4 | paused=9 workspace=0
Error rate for the status page | i8 | webhook | https://hooks.harbourline.example/status?token=s3cr3t | 1w mon | 05:00 | 3 | paused=40
Spring campaign | d8 | email | 6 20 | 1d | 09:00 | 20 | paused=120 until=-110
Monday briefing for leadership | - | email | 0 1 2 | 1w mon | 06:30 | 1 | - | Summarize last week's growth, churn and revenue. Name the three biggest changes and why.
- | - | slack | C0HARB6104|#growth | 1w fri | 15:00 | 9 | - | Which channels brought the most sign-ups this week, compared with the week before?
Refund reasons, in words | - | email | 22 | 1w mon | 08:00 | - | paused=15 | Explain which refund reasons grew last week.
Product pulse | - | email | 0 4 9 | 1w mon | 07:00 | 4 | brief
Reseller numbers | d9 | slack | C0HARB6202|#resellers | 1w thu | 09:00 | 7 | workspace=62
Release health | i18 | slack | C0HARB6105|#mobile | 1w wed | 10:00 | 14 | workspace=0
Finance figures | d5 | teams | https://harbourline.webhook.office.com/webhookb2/7d1f/IncomingWebhook/finance | 1m | 07:30 | 1
Sales figures | d9 | teams | https://harbourline.webhook.office.com/webhookb2/91ab/IncomingWebhook/sales | 1w mon | 07:30 | 7
`;

const DAY_MS = 86_400_000;
const NEWEST_DEMO_ID = 1_066;
/** Subscriptions that are older have no selected insights. */
const SELECTION_AGE_MS = 280 * DAY_MS;
const MAX_SELECTED_INSIGHTS = 6;
const UNITS: Readonly<Record<string, string>> = { d: "daily", w: "weekly", m: "monthly", y: "yearly" };

function parseLine(line: string) {
  const cells = line.split(" | ").map((cell) => (cell === "-" ? "" : cell));
  const [title, source = "", channel = "", targets = "", schedule = "", time, author, more = "", prompt] =
    cells;
  const [interval = "", days, position] = schedule.split(" ");
  const extra = new URLSearchParams(more.replaceAll(" ", "&"));
  return {
    title: title || null,
    source,
    channel,
    targets: targets.split(" "),
    schedule: {
      frequency: UNITS[interval.slice(-1)] ?? "",
      interval: Number.parseInt(interval, 10),
      byweekday: days ? WEEKDAYS.filter((name) => days.includes(name.slice(0, 3))) : null,
      bysetpos: position === undefined ? null : Number(position),
    },
    timeMs: Date.parse(`1970-01-01T${time}Z`),
    author: author ? Number(author) : null,
    more,
    has: (name: string) => extra.has(name),
    /** Returns a number of `more`. */
    get: (name: string) => (extra.has(name) ? Number(extra.get(name)) : undefined),
    prompt: prompt ?? null,
  };
}
type Template = ReturnType<typeof parseLine>;

const parseTable = (table: string) => table.trim().split("\n").map(parseLine);
const TEMPLATES = parseTable(DEMO);
const NEWER_TEMPLATES = parseTable(NEWER_DEMO);

const startOfDay = (instant: number) => Math.floor(instant / DAY_MS) * DAY_MS;

function findLatestDay(before: number, dayOfMonth: number): number {
  let day = before;
  while (new Date(day).getUTCDate() !== dayOfMonth) day -= DAY_MS;
  return day;
}

/** Creates a row. In later rounds, a template has other recipients and another source. */
function createRow(
  { has, get, ...template }: Template,
  { id, created, round = 0 }: { readonly id: number; readonly created: number; readonly round?: number },
  { project, profile, seededAt }: SeedContext,
): SubscriptionRow {
  const { title, source, channel, targets, schedule, timeMs, author, prompt } = template;
  const today = startOfDay(seededAt.getTime());
  const [day, until] = [get("day"), get("until")];
  const firstDay = day === undefined ? startOfDay(created) + DAY_MS : findLatestDay(startOfDay(created), day);
  const number = Number(source.slice(1)) + round;
  const dashboard = source.startsWith("d") ? FIRST_DASHBOARD_ID + (number % project.dashboards.size) : null;
  const isRecent = created > seededAt.getTime() - SELECTION_AGE_MS;
  const tiles = (isRecent && project.dashboards.get(dashboard ?? 0)?.insights) || [];
  const workspace = get("workspace") ?? findSlackWorkspace(project)?.id;
  const suffix = round > 0 ? `+${round}@` : "@";
  const toTarget = (target: string) =>
    /^\d+$/.test(target) ? getUser(Number(target)).email.replace("@", suffix) : target.replaceAll("_", " ");
  const row = {
    id,
    dashboard,
    insight: source.startsWith("i") ? FIRST_INSIGHT_ID + (number % project.insights.size) : null,
    target_type: channel,
    target_value: targets.map(toTarget).join(","),
    ...schedule,
    count: get("count") ?? null,
    start_date: formatWireDate(firstDay + timeMs),
    until_date: until === undefined ? null : formatWireDate(today + until * DAY_MS + DAY_MS / 2),
    created_at: formatWireDate(created),
    created_by: author === null ? null : getUser(author),
    deleted: has("trashed"),
    title: title && round > 0 ? `${title} ${round + 1}` : title,
    stuck: has("stuck"),
    enabled: !has("paused"),
    prompt,
    brief: has("brief"),
    integration_id: (channel === "slack" && workspace) || null,
    dashboard_export_insights: tiles.slice(0, MAX_SELECTED_INSIGHTS),
  };
  // The date of a stuck or paused subscription stays in the past. Stuck ones are weekly, and last week's wasn't sent.
  const lateDays = row.stuck ? 8 : (get("paused") ?? 0);
  const plannedAfter = new Date(seededAt.getTime() - lateDays * DAY_MS);
  return { ...row, next_delivery_date: computeNextDeliveryDate(row, plannedAfter, profile) };
}

const LARGE_SIZE = 100_000;
const FIRST_LARGE_ID = 500_001;
const LARGE_TEMPLATES = TEMPLATES.filter(
  ({ more, targets }) => !/trashed|stuck|until=-/.test(more) && !targets.join("").includes("_"),
);

/** The demo project's subscriptions, oldest first. */
export function seedSubscriptions(context: SeedContext): readonly SubscriptionRow[] {
  const { project, profile, seededAt } = context;
  if (project.size !== "demo") return [];
  // The subscriptions of newer servers get the lowest IDs, so that all other IDs are the same in every profile.
  const templates = [...TEMPLATES, ...(profile === "newer" ? NEWER_TEMPLATES : [])];
  const rows = templates.map((template, index) => {
    const daysAgo = 1 + index * 7 + ((index * 5) % 4);
    const minutes = (8 + (index % 9)) * 60 + ((index * 13) % 60);
    const created = startOfDay(seededAt.getTime()) - daysAgo * DAY_MS + minutes * 60_000;
    return createRow(template, { id: NEWEST_DEMO_ID - index, created }, context);
  });
  return rows.reverse();
}

/** The large project's subscriptions. Each is created when it is read. */
export const generateSubscriptions = (context: SeedContext) => ({
  first: FIRST_LARGE_ID,
  end: FIRST_LARGE_ID + (context.project.size === "large" ? LARGE_SIZE : 0),
  create(id: number) {
    const index = FIRST_LARGE_ID + LARGE_SIZE - 1 - id;
    const template = LARGE_TEMPLATES[index % LARGE_TEMPLATES.length];
    if (!template) throw new RangeError("There are no templates");
    // Rows are 25 minutes apart, so that 100,000 rows cover about five years.
    const created = startOfDay(context.seededAt.getTime()) - (index + 1) * 25 * 60_000;
    return createRow(template, { id, created, round: Math.floor(index / LARGE_TEMPLATES.length) }, context);
  },
});
