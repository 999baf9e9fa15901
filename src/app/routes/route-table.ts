import type { QueryClient } from "@tanstack/react-query";
import type { FunctionComponent } from "react";
import { matchPath } from "react-router-dom";
import type { Api } from "@/data/client/api-context";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { readId, readListFilters } from "@/features/subscriptions/model/subscription-filters";
import { type LazyPage, lazyPage } from "@/ui/hooks/lazy-page";

/** What a route knows from its address before any of its code has run. */
interface RouteUrl {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

/** A page: its address, its code, and its first query. Code and query are started side by side. */
export interface RouteEntry extends LazyPage {
  readonly path: string;
  /** Starts the page's first query. */
  readonly prefetch?: (queries: QueryClient, api: Api, url: RouteUrl) => Promise<void>;
}

function page<Name extends string>(
  path: string,
  importPage: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
  prefetch?: RouteEntry["prefetch"],
): RouteEntry {
  return { path, ...lazyPage(importPage, name), ...(prefetch && { prefetch }) };
}

const fetchSubscription: RouteEntry["prefetch"] = async (queries, api, { params }) => {
  const id = readId(params.id);
  if (id !== null) await queries.prefetchQuery(subscriptionQueries.detail(api, id));
};

const fetchSubscriptionList: RouteEntry["prefetch"] = (queries, api, { search }) =>
  subscriptionCollection(queries, api, readListFilters(search).view).prefetch();

const fetchDeliveries: RouteEntry["prefetch"] = (queries, api) =>
  subscriptionCollection(queries, api, "active").prefetch();

const fetchExports: RouteEntry["prefetch"] = async (queries, api) => {
  const { exportCollection } = await import("@/data/exports/exports");
  await exportCollection(queries, api).prefetch();
};

const fetchExport: RouteEntry["prefetch"] = async (queries, api, { params }) => {
  const id = readId(params.id);
  const { exportQueries } = await import("@/data/exports/exports");
  if (id !== null) await queries.prefetchQuery(exportQueries.detail(api, id));
};

const fetchMembers: RouteEntry["prefetch"] = async (queries, api) => {
  const { memberCollection } = await import("@/data/members/members");
  await memberCollection(queries, api).prefetch();
};

const fetchJournal: RouteEntry["prefetch"] = async (queries, api) => {
  const { journalQueries } = await import("@/data/journal/journal-queries");
  await queries.prefetchQuery(journalQueries.all(api));
};

const fetchVitals: RouteEntry["prefetch"] = async (queries, api, { search }) => {
  const { prefetchVitals } = await import("@/data/web-vitals/web-vitals");
  await prefetchVitals(queries, api, search.getAll("path"));
};

const fetchSessions: RouteEntry["prefetch"] = async (queries, api) => {
  const { sessionQueries } = await import("@/data/sessions/sessions");
  await queries.prefetchQuery(sessionQueries.properties(api));
};

/** Every page of the app, by name. */
export const routes = {
  connect: page("/connect", () => import("@/app/connect/connect.page"), "ConnectPage"),
  settings: page("/settings", () => import("@/app/settings/settings.page"), "SettingsPage"),
  subscriptionList: page(
    "/p/:projectId/subscriptions",
    () => import("@/features/subscriptions/list/subscription-list.page"),
    "SubscriptionListPage",
    fetchSubscriptionList,
  ),
  subscriptionCreate: page(
    "/p/:projectId/subscriptions/new",
    () => import("@/features/subscriptions/form/subscription-create.page"),
    "SubscriptionCreatePage",
  ),
  subscriptionApply: page(
    "/p/:projectId/subscriptions/apply",
    () => import("@/features/subscriptions/edit-file/editor/edit-file.page"),
    "ApplyPlanPage",
    fetchDeliveries,
  ),
  subscriptionDetail: page(
    "/p/:projectId/subscriptions/:id",
    () => import("@/features/subscriptions/detail/subscription-detail.page"),
    "SubscriptionDetailPage",
    fetchSubscription,
  ),
  subscriptionEdit: page(
    "/p/:projectId/subscriptions/:id/edit",
    () => import("@/features/subscriptions/form/subscription-edit.page"),
    "SubscriptionEditPage",
    fetchSubscription,
  ),
  recipientList: page(
    "/p/:projectId/recipients",
    () => import("@/features/subscriptions/recipients/recipient-list.page"),
    "RecipientListPage",
    fetchDeliveries,
  ),
  calendar: page(
    "/p/:projectId/calendar",
    () => import("@/features/subscriptions/calendar/calendar.page"),
    "CalendarPage",
    fetchDeliveries,
  ),
  health: page(
    "/p/:projectId/health",
    () => import("@/features/subscriptions/health/health.page"),
    "HealthPage",
    fetchDeliveries,
  ),
  exportList: page(
    "/p/:projectId/exports",
    () => import("@/features/exports/list/export-list.page"),
    "ExportListPage",
    fetchExports,
  ),
  exportCreate: page(
    "/p/:projectId/exports/new",
    () => import("@/features/exports/form/export-create.page"),
    "ExportCreatePage",
  ),
  exportDetail: page(
    "/p/:projectId/exports/:id",
    () => import("@/features/exports/detail/export-detail.page"),
    "ExportDetailPage",
    fetchExport,
  ),
  memberList: page(
    "/p/:projectId/members",
    () => import("@/features/members/list/member-list.page"),
    "MemberListPage",
    fetchMembers,
  ),
  memberAdd: page(
    "/p/:projectId/members/new",
    () => import("@/features/members/add/member-add.page"),
    "MemberAddPage",
    fetchMembers,
  ),
  offboard: page(
    "/p/:projectId/members/offboard",
    () => import("@/features/members/offboarding/offboard.page"),
    "OffboardPage",
    fetchDeliveries,
  ),
  person: page(
    "/p/:projectId/members/:uuid",
    () => import("@/features/members/person/person.page"),
    "PersonPage",
    fetchMembers,
  ),
  vitalsBoard: page(
    "/p/:projectId/vitals",
    () => import("@/features/vitals/board/vitals-board.page"),
    "VitalsBoardPage",
    fetchVitals,
  ),
  vitalDetail: page(
    "/p/:projectId/vitals/path",
    () => import("@/features/vitals/path/vital-detail.page"),
    "VitalDetailPage",
    fetchVitals,
  ),
  journal: page(
    "/p/:projectId/journal",
    () => import("@/features/journal/journal.page"),
    "JournalPage",
    fetchJournal,
  ),
  sessions: page(
    "/p/:projectId/sessions",
    () => import("@/features/sessions/session-explorer.page"),
    "SessionExplorerPage",
    fetchSessions,
  ),
  regex: page("/p/:projectId/regex", () => import("@/features/regex/regex.page"), "RegexPage"),
} satisfies Record<string, RouteEntry>;

/** The pages that drawers open over: a drawer's address also needs the page under it. */
const UNDERLYING: Partial<Record<string, RouteEntry>> = {
  [routes.subscriptionCreate.path]: routes.subscriptionList,
  [routes.subscriptionEdit.path]: routes.subscriptionDetail,
  [routes.exportCreate.path]: routes.exportList,
  [routes.memberAdd.path]: routes.memberList,
};

/** The page that a drawer opens over; undefined for a page of its own. */
export function pageUnder({ path }: RouteEntry): RouteEntry | undefined {
  return UNDERLYING[path];
}

/** All address templates, for the snapshot that guards them. */
export const routePaths: readonly string[] = Object.values(routes).map((route) => route.path);

/** The route of an address, with what stands in it; null for an unknown address. */
export function matchRoute(
  url: URL,
): { readonly entries: readonly RouteEntry[]; readonly url: RouteUrl } | null {
  for (const entry of Object.values(routes)) {
    const match = matchPath(entry.path, url.pathname);
    // `new` is a page of its own, not the id of a record.
    if (match === null || match.params.id === "new") continue;
    const under = pageUnder(entry);
    return {
      entries: under ? [under, entry] : [entry],
      url: { params: match.params, search: url.searchParams },
    };
  }
  return null;
}
