import type { QueryClient } from "@tanstack/react-query";
import type { FunctionComponent } from "react";
import { matchPath } from "react-router-dom";
import type { Api } from "@/data/client/api-context";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import {
  parseSubscriptionId,
  parseSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { type LazyPage, lazyPage } from "@/ui/hooks/lazy-page";

/** URL parameters. Available before the page's code has loaded. */
interface RouteUrl {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

/** A page's path, code and first query. The code and the query load in parallel. */
export interface RouteEntry extends LazyPage {
  readonly path: string;
  readonly prefetch?: (queryClient: QueryClient, api: Api, url: RouteUrl) => Promise<void>;
}

function definePage<Name extends string>(
  path: string,
  importPage: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
  prefetch?: RouteEntry["prefetch"],
): RouteEntry {
  return { path, ...lazyPage(importPage, name), ...(prefetch && { prefetch }) };
}

const fetchSubscription: RouteEntry["prefetch"] = async (queryClient, api, { params }) => {
  const id = parseSubscriptionId(params.id);
  if (id !== null) await queryClient.prefetchQuery(subscriptionQueries.detail(api, id));
};

const fetchSubscriptionList: RouteEntry["prefetch"] = (queryClient, api, { search }) =>
  subscriptionCollection(queryClient, api, parseSubscriptionListFilters(search).view).prefetch();

const fetchActiveSubscriptions: RouteEntry["prefetch"] = (queryClient, api) =>
  subscriptionCollection(queryClient, api, "active").prefetch();

const fetchExports: RouteEntry["prefetch"] = async (queryClient, api) => {
  const { exportCollection } = await import("@/data/exports/exports");
  await exportCollection(queryClient, api).prefetch();
};

const fetchExport: RouteEntry["prefetch"] = async (queryClient, api, { params }) => {
  const id = parseSubscriptionId(params.id);
  const { exportQueries } = await import("@/data/exports/exports");
  if (id !== null) await queryClient.prefetchQuery(exportQueries.detail(api, id));
};

const fetchMembers: RouteEntry["prefetch"] = async (queryClient, api) => {
  const { memberCollection } = await import("@/data/members/members");
  await memberCollection(queryClient, api).prefetch();
};

const fetchJournal: RouteEntry["prefetch"] = async (queryClient, api) => {
  const { journalQueries } = await import("@/data/journal/journal-queries");
  await queryClient.prefetchQuery(journalQueries.all(api));
};

const fetchVitals: RouteEntry["prefetch"] = async (queryClient, api, { search }) => {
  const { prefetchVitals } = await import("@/data/web-vitals/web-vitals");
  await prefetchVitals(queryClient, api, search.getAll("path"));
};

const fetchSessions: RouteEntry["prefetch"] = async (queryClient, api) => {
  const { sessionQueries } = await import("@/data/sessions/sessions");
  await queryClient.prefetchQuery(sessionQueries.properties(api));
};

export const routes = {
  connect: definePage("/connect", () => import("@/app/connect/connect.page"), "ConnectPage"),
  settings: definePage("/settings", () => import("@/app/settings/settings.page"), "SettingsPage"),
  server: definePage("/settings/server", () => import("@/app/server/server.page"), "ServerPage"),
  help: definePage("/help/:page?", () => import("@/features/help/help.page"), "HelpPage"),
  overview: definePage(
    "/p/:projectId",
    () => import("@/app/overview/overview.page"),
    "OverviewPage",
    fetchActiveSubscriptions,
  ),
  subscriptionList: definePage(
    "/p/:projectId/subscriptions",
    () => import("@/features/subscriptions/list/subscription-list.page"),
    "SubscriptionListPage",
    fetchSubscriptionList,
  ),
  subscriptionCreate: definePage(
    "/p/:projectId/subscriptions/new",
    () => import("@/features/subscriptions/form/subscription-create.page"),
    "SubscriptionCreatePage",
  ),
  subscriptionImport: definePage(
    "/p/:projectId/subscriptions/import",
    () => import("@/features/subscriptions/import/editor/subscription-import.page"),
    "SubscriptionImportPage",
    fetchActiveSubscriptions,
  ),
  subscriptionDetail: definePage(
    "/p/:projectId/subscriptions/:id",
    () => import("@/features/subscriptions/detail/subscription-detail.page"),
    "SubscriptionDetailPage",
    fetchSubscription,
  ),
  subscriptionEdit: definePage(
    "/p/:projectId/subscriptions/:id/edit",
    () => import("@/features/subscriptions/form/subscription-edit.page"),
    "SubscriptionEditPage",
    fetchSubscription,
  ),
  recipientList: definePage(
    "/p/:projectId/recipients",
    () => import("@/features/subscriptions/recipients/recipient-list.page"),
    "RecipientListPage",
    fetchActiveSubscriptions,
  ),
  sourceList: definePage(
    "/p/:projectId/sources",
    () => import("@/features/subscriptions/sources/source-list.page"),
    "SourceListPage",
    fetchActiveSubscriptions,
  ),
  calendar: definePage(
    "/p/:projectId/calendar",
    () => import("@/features/subscriptions/calendar/calendar.page"),
    "CalendarPage",
    fetchActiveSubscriptions,
  ),
  health: definePage(
    "/p/:projectId/health",
    () => import("@/features/subscriptions/health/health.page"),
    "HealthPage",
    fetchActiveSubscriptions,
  ),
  exportList: definePage(
    "/p/:projectId/exports",
    () => import("@/features/exports/list/export-list.page"),
    "ExportListPage",
    fetchExports,
  ),
  exportCreate: definePage(
    "/p/:projectId/exports/new",
    () => import("@/features/exports/form/export-create.page"),
    "ExportCreatePage",
  ),
  exportDetail: definePage(
    "/p/:projectId/exports/:id",
    () => import("@/features/exports/detail/export-detail.page"),
    "ExportDetailPage",
    fetchExport,
  ),
  memberList: definePage(
    "/p/:projectId/members",
    () => import("@/features/members/list/member-list.page"),
    "MemberListPage",
    fetchMembers,
  ),
  memberAdd: definePage(
    "/p/:projectId/members/new",
    () => import("@/features/members/add/member-add.page"),
    "MemberAddPage",
    fetchMembers,
  ),
  offboarding: definePage(
    "/p/:projectId/members/offboard",
    () => import("@/features/members/offboarding/offboard.page"),
    "OffboardPage",
    fetchActiveSubscriptions,
  ),
  person: definePage(
    "/p/:projectId/members/:uuid",
    () => import("@/features/members/person/person.page"),
    "PersonPage",
    fetchMembers,
  ),
  vitalsBoard: definePage(
    "/p/:projectId/vitals",
    () => import("@/features/vitals/board/vitals-board.page"),
    "VitalsBoardPage",
    fetchVitals,
  ),
  vitalDetail: definePage(
    "/p/:projectId/vitals/path",
    () => import("@/features/vitals/path/vital-detail.page"),
    "VitalDetailPage",
    fetchVitals,
  ),
  journal: definePage(
    "/p/:projectId/activity",
    () => import("@/features/journal/journal.page"),
    "JournalPage",
    fetchJournal,
  ),
  sessions: definePage(
    "/p/:projectId/sessions",
    () => import("@/features/sessions/session-explorer.page"),
    "SessionExplorerPage",
    fetchSessions,
  ),
  regex: definePage("/p/:projectId/regex", () => import("@/features/regex/regex.page"), "RegexPage"),
} satisfies Record<string, RouteEntry>;

/** Pages below drawers. The URL of a drawer renders the drawer and the page below it. */
const UNDERLYING_PAGES: Partial<Record<string, RouteEntry>> = {
  [routes.subscriptionCreate.path]: routes.subscriptionList,
  [routes.subscriptionEdit.path]: routes.subscriptionDetail,
  [routes.exportCreate.path]: routes.exportList,
  [routes.memberAdd.path]: routes.memberList,
};

/** Returns the page below a drawer. Undefined for other pages. */
export function getUnderlyingPage({ path }: RouteEntry): RouteEntry | undefined {
  return UNDERLYING_PAGES[path];
}

/** All path templates, for tests. */
export const routePaths: readonly string[] = Object.values(routes).map((route) => route.path);

interface PathMatch {
  readonly entries: readonly RouteEntry[];
  readonly params: RouteUrl["params"];
}

/** A page change looks up the same path about ten times, which takes 1 ms each on a slow CPU. */
const recentMatches = new Map<string, PathMatch | null>();
const MAX_RECENT_MATCHES = 20;

export function matchRoute(
  url: URL,
): { readonly entries: readonly RouteEntry[]; readonly url: RouteUrl } | null {
  let match = recentMatches.get(url.pathname);
  if (match === undefined) {
    match = matchPathname(url.pathname);
    if (recentMatches.size >= MAX_RECENT_MATCHES) recentMatches.clear();
    recentMatches.set(url.pathname, match);
  }
  return match && { entries: match.entries, url: { params: match.params, search: url.searchParams } };
}

function matchPathname(pathname: string): PathMatch | null {
  for (const entry of Object.values(routes)) {
    const match = matchPath(entry.path, pathname);
    // `new` is a page, not a record ID.
    if (match === null || match.params.id === "new") continue;
    const underlyingPage = getUnderlyingPage(entry);
    return { entries: underlyingPage ? [underlyingPage, entry] : [entry], params: match.params };
  }
  return null;
}

/** Returns the route path of the page at a URL, or of the page below a drawer. Null for unknown URLs. */
export function findPage(url: URL): string | null {
  return matchRoute(url)?.entries[0]?.path ?? null;
}

/** Returns the drawer at a URL. Undefined if there is none. */
export function findDrawer(url: URL): RouteEntry | undefined {
  return matchRoute(url)?.entries[1];
}

/** Resolves when a page's code has loaded or failed to load. */
export function loadPageCode(url: URL): Promise<unknown> {
  return Promise.allSettled(matchRoute(url)?.entries.map((entry) => entry.load()) ?? []);
}

/** Returns the route path of a page whose code has loaded, otherwise null. */
export function findLoadedPage(url: URL): string | null {
  const entries = matchRoute(url)?.entries ?? [];
  return entries.every((entry) => entry.isLoaded()) ? (entries.at(-1)?.path ?? null) : null;
}
