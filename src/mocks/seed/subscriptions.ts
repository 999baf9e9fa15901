import { formatWireDate } from "@/mocks/fields";
import { computeNextDeliveryDate, type Schedule, type SubscriptionRow } from "@/mocks/subscription-row";
import { FIRST_DASHBOARD_ID, FIRST_INSIGHT_ID } from "./catalog";
import { DOMAIN, getPersonAt } from "./people";
import { pickRandom, type Random, seededRandom } from "./random";
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
Retention cohorts | d4 | email | 0 8 12 19 27 | 1m | 08:30 | 12
Support load | d6 | slack | #support-leads | 1w mon | 06:45 | 22
Campaign results | d8 | email | 6 10 20 29 26 | 1w tue | 09:15 | 10
Month-end revenue | d5 | email | 1 2 | 1m | 23:00 | 2 | day=31
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
Yearly plan renewals | i19 | email | 1 7 | 1y | 09:00 | 7
Paths to purchase | i22 | email | 4 | 1m wed 3 | 08:00 | 4
Summer campaign | d8 | email | 6 20 | 1d | 09:00 | 20 | until=-70
Seats per account | i26 | email | 7 17 23 | 1m mon 1 | 07:15 | 17
Invites sent and accepted | i10 | slack | #growth | 1w wed | 10:30 | 9
- | i11 | email | 25 | 1w fri | 11:00 | 25
Tickets opened per day | i15 | email | support-managers@harbourline.example 22 | 1d | 17:00 | 22
Mobile app health | d7 | email | 14 15 25 | 1w mon | 06:30 | 14
Migration check, five times | d10 | email | 19 3 | 1d | 08:00 | 19 | count=5
Stickiness of weekly users | i29 | email | 0 8 | 1m tue,wed,thu 1 | 08:00 | 8
Average order value | i20 | email | DANIEL.OKAFOR@HARBOURLINE.EXAMPLE 7 | 1w mon | 07:00 | 13
Crash-free sessions (phone) | i18 | slack | @freya | 1w mon,fri | 07:00 | 14 | stuck
Returning visitors | i21 | email | 13 | 2m | 09:00 | 13
Agency report | d8 | email | ops@bluefin.example Bluefin+copy@mail.example 6 | 1w fri | 15:45 | 6
Referrals | i27 | email | daniel.okafor@harbourline.example_ | 1m | 08:00 | - | day=29
Audit trail | d10 | email | audit@northgate.example | 3m mon -1 | 06:00 | 1
Checkout funnel | d2 | email | 4 5 11 | 1w tue,thu | 08:00 | 4
Search queries without results | i11 | email | 16 12 | 2w mon | 10:00 | 16
Most used features | i9 | email | 9 4 24 | 1m | 11:00 | 9 | day=1
Warehouse sync | i25 | webhook | https://sync.harbourline.example/hooks/3f1c | 1d | 01:00 | 27
Support load, weekend | d6 | email | 22 26 | 1w sat,sun | 08:00 | 22
Office screens | d0 | webhook | https://screens.harbourline.example/push | 1d | 06:00 | 21 | until=-200
Acquisition by channel | d1 | email | 6 10 0 | 1w mon | 08:20 | 6
Leap day check | d10 | email | 19 | 1y | 09:00 | 19 | day=29
Founders' numbers | d5 | email | 1 | 1d | 06:00 | 1
First subscription | - | email | 0 | 1w mon | 09:00 | 0 | count=12
Weekly growth review (test) | d0 | email | 0 | 1d | 08:00 | 0 | trashed
Old pricing page | i28 | email | 13 | 1w mon | 09:00 | 13 | trashed
- | i3 | slack | #checkout-old | 1d | 07:30 | 4 | trashed
Reseller report | d9 | email | sam@oldmill.example __daniel.okafor@Harbourline.example | 1m | 10:00 | - | trashed
Beta feedback | i9 | email | 9 16 marta.kowalska@harbourline.example | 1w fri | 14:00 | 16 | trashed until=-30
Load test | i7 | webhook | https://hooks.harbourline.example/load-test | 1d | 03:00 | 3 | trashed
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
Retention cohorts | d4 | slack | C0HARB6106|#reports | 1w mon | 08:30 | 12
Reseller numbers | d9 | slack | C0HARB6202|#resellers | 1w thu | 09:00 | 7 | workspace=62
Release health | i18 | slack | C0HARB6105|#mobile | 1w wed | 10:00 | 14 | workspace=0
Finance figures | d5 | teams | https://harbourline.webhook.office.com/webhookb2/7d1f/IncomingWebhook/finance | 1m | 07:30 | 1
Sales figures | d9 | teams | https://harbourline.webhook.office.com/webhookb2/91ab/IncomingWebhook/sales | 1w mon | 07:30 | 7
`;

const DAY_MS = 86_400_000;
const NEWEST_DEMO_ID = 1_066;
/** Demo subscriptions from this index on predate the selection of insights. */
const INDEX_OF_OLDEST_SELECTION = 40;
const MAX_SELECTED_INSIGHTS = 6;
const UNITS: Readonly<Record<string, string>> = { d: "daily", w: "weekly", m: "monthly", y: "yearly" };
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Parses a schedule such as `2w mon,thu` or `1m fri -1`. */
function parseSchedule(text: string): Pick<Schedule, "frequency" | "interval" | "byweekday" | "bysetpos"> {
  const [interval = "", days, position] = text.split(" ");
  return {
    frequency: UNITS[interval.slice(-1)] ?? "daily",
    interval: Number.parseInt(interval, 10),
    byweekday: days ? WEEKDAYS.filter((name) => days.includes(name.slice(0, 3))) : null,
    bysetpos: position === undefined ? null : Number(position),
  };
}

const startOfDay = (instant: number) => Math.floor(instant / DAY_MS) * DAY_MS;

function findLatestDay(before: number, dayOfMonth: number): number {
  let day = before;
  while (new Date(day).getUTCDate() !== dayOfMonth) day -= DAY_MS;
  return day;
}

/** Plans the next delivery. For a stuck or paused subscription, the date stays in the past. */
function withNextDelivery(
  row: Omit<SubscriptionRow, "next_delivery_date">,
  { seededAt, profile }: SeedContext,
  lateDays = 0,
): SubscriptionRow {
  const plannedAfter = new Date(seededAt.getTime() - lateDays * DAY_MS);
  return { ...row, next_delivery_date: computeNextDeliveryDate(row, plannedAfter, profile) };
}

function createDemoRow(line: string, index: number, context: SeedContext): SubscriptionRow {
  const [title, source = "", channel, targets = "", schedule = "", time, author, more = "", prompt] = line
    .split(" | ")
    .map((cell) => (cell === "-" ? "" : cell));
  const extra = new URLSearchParams(more.replaceAll(" ", "&"));
  const get = (name: string) => (extra.has(name) ? Number(extra.get(name)) : undefined);
  const today = startOfDay(context.seededAt.getTime());
  const created = today - (1 + index * 7 + ((index * 5) % 4)) * DAY_MS;
  const [day, until] = [get("day"), get("until")];
  const firstDay = day === undefined ? created + DAY_MS : findLatestDay(created, day);
  const number = Number(source.slice(1));
  const dashboard = source.startsWith("d") ? FIRST_DASHBOARD_ID + number : null;
  const hasSelection = dashboard !== null && index < INDEX_OF_OLDEST_SELECTION;
  const tiles = hasSelection ? context.project.dashboards.get(dashboard)?.insights : undefined;
  const workspace = get("workspace") ?? findSlackWorkspace(context.project)?.id;
  const toTarget = (target: string) =>
    /^\d+$/.test(target) ? getPersonAt(Number(target)).user.email : target.replaceAll("_", " ");
  const row = {
    id: NEWEST_DEMO_ID - index,
    dashboard,
    insight: source.startsWith("i") ? FIRST_INSIGHT_ID + number : null,
    target_type: channel ?? "",
    target_value: targets.split(" ").map(toTarget).join(","),
    ...parseSchedule(schedule),
    count: get("count") ?? null,
    start_date: formatWireDate(firstDay + Date.parse(`1970-01-01T${time}Z`)),
    until_date: until === undefined ? null : formatWireDate(today + until * DAY_MS + DAY_MS / 2),
    created_at: formatWireDate(created + ((8 + (index % 9)) * 60 + ((index * 13) % 60)) * 60_000),
    created_by: author ? getPersonAt(Number(author)).user : null,
    deleted: extra.has("trashed"),
    title: title || null,
    stuck: extra.has("stuck"),
    enabled: !extra.has("paused"),
    prompt: prompt ?? null,
    brief: extra.has("brief"),
    integration_id: (channel === "slack" && workspace) || null,
    dashboard_export_insights: tiles?.slice(0, MAX_SELECTED_INSIGHTS) ?? [],
  };
  // Stuck subscriptions are weekly. Last week's delivery wasn't sent.
  return withNextDelivery(row, context, row.stuck ? 8 : get("paused"));
}

const LARGE_SIZE = 100_000;
const FIRST_LARGE_ID = 500_001;
const TRASHED_LARGE_SIZE = 25;
const TOPICS = [
  "Orders",
  "Sign-ups",
  "Errors",
  "Revenue",
  "Retention",
  "Latency",
  "Tickets",
  "Usage",
] as const;
const AREAS = ["by country", "by plan", "by team", "by customer", "of the week", "on mobile"] as const;
const SCHEDULES = [
  "1d",
  "1w mon",
  "1w mon,wed,fri",
  "2w tue",
  "1m",
  "1m mon 1",
  "1m fri -1",
  "3m",
  "1y",
] as const;
/** Number of people who receive or create subscriptions in the large project. */
const STAFF_SIZE = 500;

function createLargeTargets(random: Random, channel: string): string {
  if (channel === "slack") return `#team-${1 + Math.floor(random() * 80)}`;
  if (channel === "webhook") return `https://hooks.${DOMAIN}/${Math.floor(random() * 4000)}`;
  const length = 1 + Math.floor(random() * random() * 8);
  const emails = Array.from({ length }, () => getPersonAt(Math.floor(random() * STAFF_SIZE)).user.email);
  return [...new Set(emails)].join(",");
}

/** Creates a record from its index, so that each page creates only its own records. */
function createLargeRow(index: number, context: SeedContext): SubscriptionRow {
  const random = seededRandom(`subscription 1 ${index}`);
  const today = startOfDay(context.seededAt.getTime());
  // Records are 25 minutes apart, so that 100,000 records cover about five years.
  const created = today - (index + 1) * 25 * 60_000;
  const isForDashboard = random() < 0.4;
  const number = Math.floor(random() * 10_000);
  const { dashboards, insights } = context.project;
  const channel = pickRandom(random, ["email", "email", "email", "email", "slack", "webhook"]);
  const until = random() < 0.1 ? today + (Math.floor(random() * 900) - 300) * DAY_MS : null;
  const row = {
    id: FIRST_LARGE_ID + LARGE_SIZE - 1 - index,
    dashboard: isForDashboard ? FIRST_DASHBOARD_ID + (number % dashboards.size) : null,
    insight: isForDashboard ? null : FIRST_INSIGHT_ID + (number % insights.size),
    target_type: channel,
    target_value: createLargeTargets(random, channel),
    integration_id: channel === "slack" ? (findSlackWorkspace(context.project)?.id ?? null) : null,
    ...parseSchedule(pickRandom(random, SCHEDULES)),
    count: random() < 0.03 ? 1 + Math.floor(random() * 60) : null,
    start_date: formatWireDate(startOfDay(created) + DAY_MS + Math.floor(random() * 96) * 15 * 60_000),
    until_date: until === null ? null : formatWireDate(until),
    created_at: formatWireDate(created),
    created_by: random() < 0.02 ? null : getPersonAt(Math.floor(random() * STAFF_SIZE)).user,
    deleted: index >= LARGE_SIZE,
    title:
      random() < 0.08
        ? null
        : `${pickRandom(random, TOPICS)} ${pickRandom(random, AREAS)} ${1 + (number % 97)}`,
  };
  return withNextDelivery(row, context);
}

/** The subscriptions of a project, oldest first. */
export function seedSubscriptions(context: SeedContext): readonly SubscriptionRow[] {
  const { project, profile } = context;
  if (project.size === "large")
    return Array.from({ length: TRASHED_LARGE_SIZE }, (_, index) =>
      createLargeRow(LARGE_SIZE + index, context),
    ).reverse();
  if (project.size === "empty") return [];
  // The subscriptions of newer servers get the lowest IDs, so that all other IDs are the same in every profile.
  const lines = `${DEMO.trim()}\n${profile === "newer" ? NEWER_DEMO.trim() : ""}`.trim().split("\n");
  return lines.map((line, index) => createDemoRow(line, index, context)).reverse();
}

/** The large project's other subscriptions, which are created when they are read. */
export const generateSubscriptions = (context: SeedContext) => ({
  first: FIRST_LARGE_ID,
  end: FIRST_LARGE_ID + (context.project.size === "large" ? LARGE_SIZE : 0),
  create: (id: number) => createLargeRow(FIRST_LARGE_ID + LARGE_SIZE - 1 - id, context),
});
