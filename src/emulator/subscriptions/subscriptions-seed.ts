import type { Seed, SeedContext } from "@/emulator/backend/backend";
import { getDashboardId, getInsightId, listDashboardInsights } from "@/emulator/backend/dashboard-catalog";
import { getSlackIntegrationId } from "@/emulator/backend/integration-catalog";
import { emptySeed } from "@/emulator/backend/resource";
import { COMPANY, getPersonAt, listEmployees, type SeedPerson } from "@/emulator/company/people-seed";
import {
  hashText,
  memoizeByIndex,
  pickRandom,
  type Random,
  seededRandom,
} from "@/emulator/random/seed-random";
import { formatWireDate } from "@/emulator/request/request-fields";
import { NEWER_DEMO_SUBSCRIPTIONS } from "./newer-demo";
import type { Schedule } from "./recurrence";
import { DEMO_SUBSCRIPTIONS, type DemoSubscription } from "./subscriptions-demo";
import { computeNextDeliveryDate, type SubscriptionRow } from "./subscriptions-row";

const DAY_MS = 86_400_000;
const FIRST_ID: Readonly<Record<"demo" | "large", number>> = { demo: 1001, large: 500_001 };
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
  { seededAt, generation }: SeedContext,
  pausedDays = 0,
): SubscriptionRow {
  // Stuck subscriptions are weekly. Last week's delivery wasn't sent.
  const lateDays = row.stuck ? 8 : pausedDays;
  const plannedAfter = new Date(seededAt.getTime() - lateDays * DAY_MS);
  return { ...row, next_delivery_date: computeNextDeliveryDate(row, plannedAfter, generation) };
}

function createDemoRow(
  index: number,
  item: DemoSubscription,
  staff: readonly SeedPerson[],
  context: SeedContext,
) {
  const [title, source, channel, targets, schedule, time, author, extra = {}] = item;
  const { project, seededAt } = context;
  const today = startOfDay(seededAt);
  const created = today - (1 + index * 7 + ((index * 5) % 4)) * DAY_MS;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const firstDay = extra.day === undefined ? created + DAY_MS : findLatestDay(created, extra.day);
  const number = Number(source?.slice(1));
  const toTarget = (target: string | number) =>
    typeof target === "number" ? (staff[target]?.user.email ?? "") : target;
  return withNextDelivery(
    {
      id: FIRST_ID.demo + DEMO_SUBSCRIPTIONS.length - 1 - index,
      dashboard: source?.startsWith("d") ? getDashboardId(project, number) : null,
      insight: source?.startsWith("i") ? getInsightId(project, number) : null,
      target_type: channel,
      target_value: targets.map(toTarget).join(","),
      ...parseSchedule(schedule),
      count: extra.count ?? null,
      start_date: formatWireDate(new Date(firstDay + (hours * 60 + minutes) * 60_000)),
      until_date:
        extra.until === undefined
          ? null
          : formatWireDate(new Date(today + extra.until * DAY_MS + DAY_MS / 2)),
      created_at: formatWireDate(new Date(created + ((8 + (index % 9)) * 60 + ((index * 13) % 60)) * 60_000)),
      created_by: author === null ? null : (staff[author]?.user ?? null),
      deleted: extra.trashed ?? false,
      title,
      ...(extra.stuck && { stuck: true }),
      ...createNewerFields(index, item, context),
    },
    context,
    extra.paused,
  );
}

/**
 * Creates the fields that only servers of 2026 return. Subscriptions that predate the selection of
 * insights have none selected.
 */
function createNewerFields(
  index: number,
  [, source, channel, , , , , extra = {}]: DemoSubscription,
  { project }: SeedContext,
): Partial<SubscriptionRow> {
  return {
    ...(source?.startsWith("d") &&
      index < INDEX_OF_OLDEST_SELECTION && {
        dashboard_export_insights: listDashboardInsights(
          project,
          getDashboardId(project, Number(source.slice(1))),
        )
          .slice(0, MAX_SELECTED_INSIGHTS)
          .map(({ id }) => id),
      }),
    ...(channel === "slack" && {
      integration_id:
        extra.workspace === undefined ? (getSlackIntegrationId(project) ?? null) : extra.workspace,
    }),
    ...(extra.paused !== undefined && { enabled: false }),
    ...(extra.prompt !== undefined && { prompt: extra.prompt }),
    ...(extra.brief && { brief: true }),
  };
}

function createDemoSeed(context: SeedContext): Seed<SubscriptionRow> {
  const staff = listEmployees(context.seed);
  // The subscriptions of newer servers get the lowest IDs, so that all other IDs are the same in
  // every generation.
  const newer = context.generation === "2026" ? NEWER_DEMO_SUBSCRIPTIONS : [];
  const items = [...DEMO_SUBSCRIPTIONS, ...newer];
  const size = items.length;
  return {
    size,
    at(index) {
      const item = items[index];
      if (!item) throw new RangeError(`No demo subscription at ${index}`);
      return createDemoRow(index, item, staff, context);
    },
    indexOf: createIdLookup(FIRST_ID.demo - newer.length, size),
    hidden: items.flatMap(([, , , , , , , extra], index) => (extra?.trashed ? [index] : [])),
  };
}

function createIdLookup(first: number, size: number): (id: string) => number | undefined {
  return (id) => {
    if (!/^\d{1,9}$/.test(id)) return undefined;
    const index = first + size - 1 - Number(id);
    return index >= 0 && index < size ? index : undefined;
  };
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

type GetPerson = (index: number) => SeedPerson;

function pickPerson(random: Random, staff: GetPerson): SeedPerson {
  return staff(Math.floor(random() * STAFF_SIZE));
}

function createLargeTargets(random: Random, channel: string, staff: GetPerson): string {
  if (channel === "slack") return `#team-${1 + Math.floor(random() * 80)}`;
  if (channel === "webhook") return `https://hooks.${COMPANY.domain}/${Math.floor(random() * 4000)}`;
  const count = 1 + Math.floor(random() * random() * 8);
  const first = pickPerson(random, staff).user.email;
  if (count === 1) return first;
  const others = Array.from({ length: count - 1 }, () => pickPerson(random, staff).user.email);
  return [...new Set([first, ...others])].join(",");
}

/** Creates a record from the seed and its index, so that each page creates only its own records. */
function createLargeRow(index: number, staff: GetPerson, context: SeedContext): SubscriptionRow {
  const { project, seed, seededAt } = context;
  const random = seededRandom(hashText(`subscription ${seed} ${index}`));
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
      target_value: createLargeTargets(random, channel, staff),
      ...(channel === "slack" && { integration_id: getSlackIntegrationId(project) ?? null }),
      ...pickRandom(random, SCHEDULES),
      count: random() < 0.03 ? 1 + Math.floor(random() * 60) : null,
      start_date: formatWireDate(
        new Date(startOfDay(new Date(created)) + DAY_MS + Math.floor(random() * 96) * 15 * 60_000),
      ),
      until_date: untilDays === null ? null : formatWireDate(new Date(today + untilDays * DAY_MS)),
      created_at: formatWireDate(new Date(created)),
      created_by: random() < 0.02 ? null : pickPerson(random, staff).user,
      deleted: index >= LARGE_VISIBLE,
      title:
        random() < 0.08
          ? null
          : `${pickRandom(random, TOPICS)} ${pickRandom(random, AREAS)} ${1 + (number % 97)}`,
    },
    context,
  );
}

function createLargeSeed(context: SeedContext): Seed<SubscriptionRow> {
  const size = LARGE_VISIBLE + LARGE_TRASHED;
  const staff = memoizeByIndex((index) => getPersonAt(context.seed, index));
  return {
    size,
    at: (index) => createLargeRow(index, staff, context),
    indexOf: createIdLookup(FIRST_ID.large, size),
    hidden: Array.from({ length: LARGE_TRASHED }, (_, offset) => LARGE_VISIBLE + offset),
  };
}

export function createSubscriptionSeed(context: SeedContext): Seed<SubscriptionRow> {
  if (context.project.size === "demo") return createDemoSeed(context);
  return context.project.size === "large" ? createLargeSeed(context) : emptySeed();
}
