import { formatWireDate } from "@/mocks/fields";
import { computeNextDeliveryDate, type Schedule, type SubscriptionRow } from "@/mocks/subscription-row";
import type { Stored } from "@/mocks/table";
import { getDashboardId, getInsightId, listDashboardInsights } from "./catalog";
import { DEMO_SUBSCRIPTIONS, type DemoSubscription, NEWER_DEMO_SUBSCRIPTIONS } from "./demo-subscriptions";
import { getSlackIntegrationId } from "./integrations";
import { COMPANY, getPersonAt, type SeedPerson } from "./people";
import { hashText, pickRandom, type Random, seededRandom } from "./random";
import type { SeedContext } from "./world";

type Seed = Iterable<readonly [id: string, row: Stored<SubscriptionRow>]>;

const DAY_MS = 86_400_000;
const FIRST_ID = { demo: 1001, large: 500_001 };
const WEEKDAYS: Readonly<Record<string, string>> = {
  mon: "monday",
  tue: "tuesday",
  wed: "wednesday",
  thu: "thursday",
  fri: "friday",
  sat: "saturday",
  sun: "sunday",
};
/** Demo subscriptions from this index on predate the selection of insights. */
const INDEX_OF_OLDEST_SELECTION = 40;
const MAX_SELECTED_INSIGHTS = 6;
const UNITS: Readonly<Record<string, string>> = { d: "daily", w: "weekly", m: "monthly", y: "yearly" };

/** Parses a schedule such as `2w mon,thu` or `1m fri -1`. */
function parseSchedule(text: string): Pick<Schedule, "frequency" | "interval" | "byweekday" | "bysetpos"> {
  const [interval = "", days, position] = text.split(" ");
  return {
    frequency: UNITS[interval.slice(-1)] ?? "daily",
    interval: Number.parseInt(interval, 10),
    byweekday: days?.split(",").map((day) => WEEKDAYS[day] ?? day) ?? null,
    bysetpos: position === undefined ? null : Number(position),
  };
}

function startOfDay(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS) * DAY_MS;
}

function findLatestDay(before: number, dayOfMonth: number): number {
  let day = before;
  while (new Date(day).getUTCDate() !== dayOfMonth) day -= DAY_MS;
  return day;
}

/** Plans the next delivery. For a stuck or paused subscription, the date stays in the past. */
function withNextDelivery(
  row: Omit<SubscriptionRow, "next_delivery_date">,
  { seededAt, profile }: SeedContext,
  pausedDays = 0,
): SubscriptionRow {
  // Stuck subscriptions are weekly. Last week's delivery wasn't sent.
  const lateDays = row.stuck ? 8 : pausedDays;
  const plannedAfter = new Date(seededAt.getTime() - lateDays * DAY_MS);
  return { ...row, next_delivery_date: computeNextDeliveryDate(row, plannedAfter, profile) };
}

function createDemoRow(index: number, item: DemoSubscription, context: SeedContext): SubscriptionRow {
  const { title, source, channel, targets, schedule, time, author, extra, prompt } = item;
  const { project, seededAt } = context;
  const get = (name: string) => (extra.has(name) ? Number(extra.get(name)) : undefined);
  const today = startOfDay(seededAt);
  const created = today - (1 + index * 7 + ((index * 5) % 4)) * DAY_MS;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const [day, until] = [get("day"), get("until")];
  const firstDay = day === undefined ? created + DAY_MS : findLatestDay(created, day);
  const number = Number(source?.slice(1));
  const dashboard = source?.startsWith("d") ? getDashboardId(project, number) : null;
  const toTarget = (target: string) =>
    /^\d+$/.test(target) ? getPersonAt(Number(target)).user.email : target;
  // Subscriptions that predate the selection of insights have none selected.
  const selection = dashboard !== null && index < INDEX_OF_OLDEST_SELECTION;
  return withNextDelivery(
    {
      id: FIRST_ID.demo + DEMO_SUBSCRIPTIONS.length - 1 - index,
      dashboard,
      insight: source?.startsWith("i") ? getInsightId(project, number) : null,
      target_type: channel,
      target_value: targets.map(toTarget).join(","),
      ...parseSchedule(schedule),
      count: get("count") ?? null,
      start_date: formatWireDate(new Date(firstDay + (hours * 60 + minutes) * 60_000)),
      until_date: until === undefined ? null : formatWireDate(new Date(today + until * DAY_MS + DAY_MS / 2)),
      created_at: formatWireDate(new Date(created + ((8 + (index % 9)) * 60 + ((index * 13) % 60)) * 60_000)),
      created_by: author === null ? null : getPersonAt(author).user,
      deleted: extra.has("trashed"),
      title,
      ...(extra.has("stuck") && { stuck: true }),
      ...(selection && {
        dashboard_export_insights: listDashboardInsights(project, dashboard)
          .slice(0, MAX_SELECTED_INSIGHTS)
          .map(({ id }) => id),
      }),
      ...(channel === "slack" && {
        integration_id:
          extra.get("workspace") === "null"
            ? null
            : (get("workspace") ?? getSlackIntegrationId(project) ?? null),
      }),
      ...(extra.has("paused") && { enabled: false }),
      ...(prompt !== null && { prompt }),
      ...(extra.has("brief") && { brief: true }),
    },
    context,
    get("paused"),
  );
}

function seedDemo(context: SeedContext): Seed {
  // The subscriptions of newer servers get the lowest IDs, so that all other IDs are the same in every profile.
  const newer = context.profile === "newer" ? NEWER_DEMO_SUBSCRIPTIONS : [];
  const rows = [...DEMO_SUBSCRIPTIONS, ...newer].map((item, index) => createDemoRow(index, item, context));
  return rows.reverse().map((row) => [String(row.id), row]);
}

const LARGE_VISIBLE = 100_000;
const LARGE_TRASHED = 250;
const TOPICS = [
  "Orders",
  "Sign-ups",
  "Errors",
  "Revenue",
  "Retention",
  "Latency",
  "Tickets",
  "Usage",
  "Churn",
];
const AREAS = ["by country", "by plan", "by team", "by customer", "of the week", "on mobile", "per account"];
const SCHEDULES = [
  "1d",
  "1w mon",
  "1w mon,wed,fri",
  "2w tue",
  "1m",
  "1m mon 1",
  "1m fri -1",
  "1w thu",
  "3m",
  "1y",
].map(parseSchedule);
/** Number of people who receive or create subscriptions in the large project. */
const STAFF_SIZE = 500;

function pickPerson(random: Random): SeedPerson {
  return getPersonAt(Math.floor(random() * STAFF_SIZE));
}

function createLargeTargets(random: Random, channel: string): string {
  if (channel === "slack") return `#team-${1 + Math.floor(random() * 80)}`;
  if (channel === "webhook") return `https://hooks.${COMPANY.domain}/${Math.floor(random() * 4000)}`;
  const count = 1 + Math.floor(random() * random() * 8);
  const first = pickPerson(random).user.email;
  if (count === 1) return first;
  const others = Array.from({ length: count - 1 }, () => pickPerson(random).user.email);
  return [...new Set([first, ...others])].join(",");
}

/** Creates a record from the seed and its index, so that each page creates only its own records. */
function createLargeRow(index: number, context: SeedContext): SubscriptionRow {
  const { project, seededAt } = context;
  const random = seededRandom(hashText(`subscription 1 ${index}`));
  const today = startOfDay(seededAt);
  // Records are 25 minutes apart, so that 100,000 records cover about five years.
  const created = today - (index + 1) * 25 * 60_000;
  const isForDashboard = random() < 0.4;
  const number = Math.floor(random() * 10_000);
  const channel = pickRandom(random, ["email", "email", "email", "email", "slack", "webhook"]);
  const untilDays = random() < 0.1 ? Math.floor(random() * 900) - 300 : null;
  return withNextDelivery(
    {
      id: FIRST_ID.large + LARGE_VISIBLE + LARGE_TRASHED - 1 - index,
      dashboard: isForDashboard ? getDashboardId(project, number) : null,
      insight: isForDashboard ? null : getInsightId(project, number),
      target_type: channel,
      target_value: createLargeTargets(random, channel),
      ...(channel === "slack" && { integration_id: getSlackIntegrationId(project) ?? null }),
      ...pickRandom(random, SCHEDULES),
      count: random() < 0.03 ? 1 + Math.floor(random() * 60) : null,
      start_date: formatWireDate(
        new Date(startOfDay(new Date(created)) + DAY_MS + Math.floor(random() * 96) * 15 * 60_000),
      ),
      until_date: untilDays === null ? null : formatWireDate(new Date(today + untilDays * DAY_MS)),
      created_at: formatWireDate(new Date(created)),
      created_by: random() < 0.02 ? null : pickPerson(random).user,
      deleted: index >= LARGE_VISIBLE,
      title:
        random() < 0.08
          ? null
          : `${pickRandom(random, TOPICS)} ${pickRandom(random, AREAS)} ${1 + (number % 97)}`,
    },
    context,
  );
}

/** The subscriptions of a project, oldest first. Large's are created when they are read. */
export function seedSubscriptions(context: SeedContext) {
  if (context.project.size === "demo") return { seed: seedDemo(context) };
  if (context.project.size === "empty") return { seed: [] };
  const first = FIRST_ID.large;
  const end = first + LARGE_TRASHED + LARGE_VISIBLE;
  const create = (id: number) => createLargeRow(end - 1 - id, context);
  return { seed: [], generated: { first, firstVisible: first + LARGE_TRASHED, end, create } };
}
