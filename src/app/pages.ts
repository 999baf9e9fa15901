import type { FunctionComponent } from "react";
import type { Api } from "@/data/backend/backend";
import { subscriptionCollection, subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { parseSubscriptionListFilters } from "@/features/subscriptions/model/subscription-filters";
import { encodeParam } from "@/lib/url/paths";
import { parseRecordId } from "@/lib/url/url-state";
import { type LazyPage, lazyPage } from "@/ui/overlay/lazy-overlay";
import * as icons from "@/ui/theme/icons";

/** Groups of the main navigation, in its order. `start` and `app` have no heading. */
export type NavigationGroup = "start" | "Reports" | "Website" | "Project" | "app";

/** What navigation, palette, shortcuts and Help need to know about a page. */
interface PageEntry {
  readonly label: string;
  readonly Icon: typeof icons.MailIcon;
  /** Further words that find the page in the palette. */
  readonly keywords: string;
  /** Keys that open the page, pressed one after the other, such as `g s`. */
  readonly keys?: string;
  /** Pages without a group aren't in the main navigation. */
  readonly group?: NavigationGroup;
  readonly isAction?: boolean;
}

interface PageUrl {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

interface PageOptions extends Partial<PageEntry> {
  /** Path of the page that stays visible below a drawer. */
  readonly under?: string;
  /** Starts the page's first query. Never rejects, because the page reports failures. */
  readonly prefetch?: (api: Api, url: PageUrl) => Promise<void>;
}

export interface AppPage extends LazyPage, PageOptions {
  readonly path: string;
}

function definePage<Name extends string>(
  path: string,
  name: Name,
  { code, ...options }: PageOptions & { readonly code: () => Promise<Record<Name, FunctionComponent>> },
): AppPage {
  return { path, ...lazyPage(code, name), ...options };
}

type Prefetch = NonNullable<PageOptions["prefetch"]>;

const fetchSubscription: Prefetch = async (api, { params }) => {
  const id = parseRecordId(params.id);
  if (id !== null) await api.queryClient.prefetchQuery(subscriptionQueries.detail(api, id));
};

const fetchActiveSubscriptions: Prefetch = (api) => subscriptionCollection(api, "active").prefetch();

const fetchMembers: Prefetch = async (api) =>
  (await import("@/data/members/members")).memberCollection(api).prefetch();

const fetchVitals: Prefetch = async (api, { search }) =>
  (await import("@/data/web-vitals/web-vitals")).prefetchVitals(api, search.getAll("path"));

/** Every page, in the order of navigation and palette. */
export const pages = {
  overview: definePage("/p/:projectId", "OverviewPage", {
    code: () => import("@/app/overview/overview.page"),
    prefetch: fetchActiveSubscriptions,
    label: "Overview",
    Icon: icons.HomeIcon,
    keywords: "start home dashboard today",
    keys: "g o",
    group: "start",
  }),
  subscriptionList: definePage("/p/:projectId/subscriptions", "SubscriptionListPage", {
    code: () => import("@/features/subscriptions/list/subscription-list.page"),
    prefetch: (api, { search }) =>
      subscriptionCollection(api, parseSubscriptionListFilters(search).view).prefetch(),
    label: "Subscriptions",
    Icon: icons.MailIcon,
    keywords: "deliveries schedule list saved views reports",
    keys: "g s",
    group: "Reports",
  }),
  subscriptionDetail: definePage("/p/:projectId/subscriptions/:id", "SubscriptionDetailPage", {
    code: () => import("@/features/subscriptions/detail/subscription-detail.page"),
    prefetch: fetchSubscription,
  }),
  subscriptionEdit: definePage("/p/:projectId/subscriptions/:id/edit", "SubscriptionEditPage", {
    code: () => import("@/features/subscriptions/form/subscription-edit.page"),
    prefetch: fetchSubscription,
    under: "/p/:projectId/subscriptions/:id",
  }),
  recipientList: definePage("/p/:projectId/recipients", "RecipientListPage", {
    code: () => import("@/features/subscriptions/recipients/recipient-list.page"),
    prefetch: fetchActiveSubscriptions,
    label: "Recipients",
    Icon: icons.AtIcon,
    keywords: "addresses channels webhooks domains who outside emails",
    keys: "g r",
    group: "Reports",
  }),
  sourceList: definePage("/p/:projectId/sources", "SourceListPage", {
    code: () => import("@/features/subscriptions/sources/source-list.page"),
    prefetch: fetchActiveSubscriptions,
    label: "Sources",
    Icon: icons.ChartIcon,
    keywords: "by source dashboards insights reports names pivot usage",
    keys: "g d",
    group: "Reports",
  }),
  calendar: definePage("/p/:projectId/calendar", "CalendarPage", {
    code: () => import("@/features/subscriptions/calendar/calendar.page"),
    prefetch: fetchActiveSubscriptions,
    label: "Calendar",
    Icon: icons.CalendarIcon,
    keywords: "deliveries days month week agenda load ics",
    keys: "g k",
    group: "Reports",
  }),
  health: definePage("/p/:projectId/health", "HealthPage", {
    code: () => import("@/features/subscriptions/health/health.page"),
    prefetch: fetchActiveSubscriptions,
    label: "Health",
    Icon: icons.HealthIcon,
    keywords: "overdue ending duplicates never time change daylight saving",
    keys: "g h",
    group: "Reports",
  }),
  exportList: definePage("/p/:projectId/exports", "ExportListPage", {
    code: () => import("@/features/exports/list/export-list.page"),
    prefetch: async (api) => (await import("@/data/exports/exports")).exportCollection(api).prefetch(),
    label: "Exports",
    Icon: icons.DownloadIcon,
    keywords: "files images pdf csv downloads",
    keys: "g e",
    group: "Reports",
  }),
  exportDetail: definePage("/p/:projectId/exports/:id", "ExportDetailPage", {
    code: () => import("@/features/exports/detail/export-detail.page"),
    prefetch: async (api, { params }) => {
      const id = parseRecordId(params.id);
      const { exportQueries } = await import("@/data/exports/exports");
      if (id !== null) await api.queryClient.prefetchQuery(exportQueries.detail(api, id));
    },
  }),
  vitalsBoard: definePage("/p/:projectId/vitals", "VitalsBoardPage", {
    code: () => import("@/features/vitals/board/vitals-board.page"),
    prefetch: fetchVitals,
    label: "Web vitals",
    Icon: icons.GaugeIcon,
    keywords: "performance speed lcp inp cls fcp budgets slow pages",
    keys: "g v",
    group: "Website",
  }),
  vitalDetail: definePage("/p/:projectId/vitals/path", "VitalDetailPage", {
    code: () => import("@/features/vitals/path/vital-detail.page"),
    prefetch: fetchVitals,
  }),
  sessions: definePage("/p/:projectId/sessions", "SessionExplorerPage", {
    code: () => import("@/features/sessions/session-explorer.page"),
    prefetch: async (api) => {
      const { sessionQueries } = await import("@/data/sessions/sessions");
      await api.queryClient.prefetchQuery(sessionQueries.properties(api));
    },
    label: "Sessions",
    Icon: icons.LookUpIcon,
    keywords: "session properties values look-up recordings",
    keys: "g l",
    group: "Website",
  }),
  regex: definePage("/p/:projectId/regex", "RegexPage", {
    code: () => import("@/features/regex/regex.page"),
    label: "Regex helper",
    Icon: icons.RegexIcon,
    keywords: "pattern session recordings experiment",
    group: "Website",
  }),
  memberList: definePage("/p/:projectId/members", "MemberListPage", {
    code: () => import("@/features/members/list/member-list.page"),
    prefetch: fetchMembers,
    label: "Members",
    Icon: icons.UsersIcon,
    keywords: "people access levels administrators who team",
    keys: "g m",
    group: "Project",
  }),
  person: definePage("/p/:projectId/members/:uuid", "PersonPage", {
    code: () => import("@/features/members/person/person.page"),
    prefetch: fetchMembers,
  }),
  journal: definePage("/p/:projectId/activity", "JournalPage", {
    code: () => import("@/features/journal/journal.page"),
    prefetch: async (api) => {
      const { journalQueries } = await import("@/data/journal/journal-queries");
      await api.queryClient.prefetchQuery(journalQueries.newest(api));
    },
    label: "Activity",
    Icon: icons.JournalIcon,
    keywords: "journal history undo revert changes outcome log audit",
    keys: "g j",
    group: "Project",
  }),
  subscriptionCreate: definePage("/p/:projectId/subscriptions/new", "SubscriptionCreatePage", {
    code: () => import("@/features/subscriptions/form/subscription-create.page"),
    under: "/p/:projectId/subscriptions",
    label: "New subscription",
    Icon: icons.PlusIcon,
    keywords: "schedule delivery create add",
    keys: "c",
    isAction: true,
  }),
  exportCreate: definePage("/p/:projectId/exports/new", "ExportCreatePage", {
    code: () => import("@/features/exports/form/export-create.page"),
    under: "/p/:projectId/exports",
    label: "New export",
    Icon: icons.PlusIcon,
    keywords: "new make file image pdf csv",
    isAction: true,
  }),
  memberAdd: definePage("/p/:projectId/members/new", "MemberAddPage", {
    code: () => import("@/features/members/add/member-add.page"),
    prefetch: fetchMembers,
    under: "/p/:projectId/members",
    label: "Add members",
    Icon: icons.PlusIcon,
    keywords: "new people invite access level",
    isAction: true,
  }),
  offboarding: definePage("/p/:projectId/members/offboard", "OffboardPage", {
    code: () => import("@/features/members/offboarding/offboard.page"),
    prefetch: fetchActiveSubscriptions,
    label: "Offboard person",
    Icon: icons.UsersIcon,
    keywords: "leaver leaves remove person access deliveries recipients members",
    isAction: true,
  }),
  subscriptionImport: definePage("/p/:projectId/subscriptions/import", "SubscriptionImportPage", {
    code: () => import("@/features/subscriptions/import/editor/subscription-import.page"),
    prefetch: fetchActiveSubscriptions,
    label: "Import changes from file",
    Icon: icons.UploadIcon,
    keywords: "json csv apply edited upload subscriptions bulk",
    isAction: true,
  }),
  settings: definePage("/settings", "SettingsPage", {
    code: () => import("@/app/settings/settings.page"),
    label: "Settings",
    Icon: icons.SettingsIcon,
    keywords: "preferences demo faults appearance",
    keys: "g ,",
    group: "app",
  }),
  server: definePage("/settings/server", "ServerPage", {
    code: () => import("@/app/server/server.page"),
    label: "Server and requests",
    Icon: icons.SettingsIcon,
    keywords: "capabilities endpoints scopes request log curl debug api",
  }),
  connect: definePage("/connect", "ConnectPage", {
    code: () => import("@/app/connect/connect.page"),
    label: "Connect to a server",
    Icon: icons.SettingsIcon,
    keywords: "connection live key login",
  }),
  help: definePage("/help/:page?", "HelpPage", {
    code: () => import("@/features/help/help.page"),
    label: "Help",
    Icon: icons.HelpIcon,
    keywords: "guide documentation manual docs",
    group: "app",
  }),
} satisfies Record<string, AppPage>;

export interface Destination extends PageEntry {
  readonly id: string;
  readonly path: string;
}

export function isInProject({ path }: { readonly path: string }): boolean {
  return path.startsWith("/p/");
}

/** Returns the path of a page without further parameters. The project matters only to pages in projects. */
export function destinationPath({ path }: { readonly path: string }, projectId: string | null): string {
  return path.replace("/:page?", "").replace(":projectId", encodeParam(projectId ?? ""));
}

const trash: Destination = {
  id: "trash",
  path: `${pages.subscriptionList.path}?view=trash`,
  label: "Trash",
  Icon: icons.TrashIcon,
  keywords: "deleted bin restore subscriptions",
  keys: "g b",
};

const destinations = Object.entries<AppPage>(pages).flatMap(
  ([id, { label, Icon, keywords = "", ...page }]): readonly Destination[] => {
    if (label === undefined || Icon === undefined) return [];
    const destination = { ...page, id, label, Icon, keywords };
    return id === "subscriptionList" ? [destination, trash] : [destination];
  },
);

/** Returns the pages that need no further choices. Without a project, only pages outside of projects. */
export function listDestinations(projectId: string | null, hasRegex: boolean): readonly Destination[] {
  return destinations.filter(
    (each) => (projectId !== null || !isInProject(each)) && (hasRegex || each.id !== "regex"),
  );
}

export const PAGE_KEYS = destinations.filter(({ keys }) => keys !== undefined);
