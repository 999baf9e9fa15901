import type { QueryClient } from "@tanstack/react-query";
import type { FunctionComponent } from "react";
import type { Api } from "@/data/client/api-context";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import {
  parseSubscriptionId,
  parseSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { encodeParam } from "@/lib/url/paths";
import { type LazyPage, lazyPage } from "@/ui/hooks/lazy-page";
import {
  AtIcon,
  CalendarIcon,
  ChartIcon,
  DownloadIcon,
  GaugeIcon,
  HealthIcon,
  HelpIcon,
  HomeIcon,
  JournalIcon,
  LookUpIcon,
  MailIcon,
  PlusIcon,
  RegexIcon,
  SettingsIcon,
  TrashIcon,
  UploadIcon,
  UsersIcon,
} from "@/ui/theme/icons";

/** Groups of the main navigation, in its order. `start` and `app` have no heading. */
export type NavigationGroup = "start" | "Reports" | "Website" | "Project" | "app";

/** What navigation, palette and shortcuts need to know about a page. */
interface PageEntry {
  readonly label: string;
  readonly Icon: typeof MailIcon;
  /** Further words that find the page in the palette. */
  readonly keywords: string;
  /** Keys that open the page, pressed one after the other, such as `g s`. */
  readonly keys?: string;
  /** Pages without a group aren't in the main navigation. */
  readonly group?: NavigationGroup;
  /** Whether the palette lists the page as an action. */
  readonly isAction?: boolean;
}

/** URL parameters. Available before the page's code has loaded. */
interface PageUrl {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

interface PageOptions {
  /** Missing for pages of a single record. */
  readonly entry?: PageEntry;
  /** Path of the page that stays visible below a drawer. */
  readonly under?: string;
  /** Starts the page's first query. Never rejects, because the page reports failures. */
  readonly prefetch?: (queryClient: QueryClient, api: Api, url: PageUrl) => Promise<void>;
}

export interface AppPage extends LazyPage, PageOptions {
  readonly path: string;
}

function definePage<Name extends string>(
  path: string,
  importPage: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
  options: PageOptions = {},
): AppPage {
  return { path, ...lazyPage(importPage, name), ...options };
}

type Prefetch = NonNullable<PageOptions["prefetch"]>;

const fetchSubscription: Prefetch = async (queryClient, api, { params }) => {
  const id = parseSubscriptionId(params.id);
  if (id !== null) await queryClient.prefetchQuery(subscriptionQueries.detail(api, id));
};

const fetchSubscriptionList: Prefetch = (queryClient, api, { search }) =>
  subscriptionCollection(queryClient, api, parseSubscriptionListFilters(search).view).prefetch();

const fetchActiveSubscriptions: Prefetch = (queryClient, api) =>
  subscriptionCollection(queryClient, api, "active").prefetch();

const fetchExports: Prefetch = async (queryClient, api) => {
  const { exportCollection } = await import("@/data/exports/exports");
  await exportCollection(queryClient, api).prefetch();
};

const fetchExport: Prefetch = async (queryClient, api, { params }) => {
  const id = parseSubscriptionId(params.id);
  const { exportQueries } = await import("@/data/exports/exports");
  if (id !== null) await queryClient.prefetchQuery(exportQueries.detail(api, id));
};

const fetchMembers: Prefetch = async (queryClient, api) => {
  const { memberCollection } = await import("@/data/members/members");
  await memberCollection(queryClient, api).prefetch();
};

const fetchJournal: Prefetch = async (queryClient, api) => {
  const { journalQueries } = await import("@/data/journal/journal-queries");
  await queryClient.prefetchQuery(journalQueries.all(api));
};

const fetchVitals: Prefetch = async (queryClient, api, { search }) => {
  const { prefetchVitals } = await import("@/data/web-vitals/web-vitals");
  await prefetchVitals(queryClient, api, search.getAll("path"));
};

const fetchSessions: Prefetch = async (queryClient, api) => {
  const { sessionQueries } = await import("@/data/sessions/sessions");
  await queryClient.prefetchQuery(sessionQueries.properties(api));
};

/** Every page, in the order of navigation and palette. */
export const pages = {
  overview: definePage("/p/:projectId", () => import("@/app/overview/overview.page"), "OverviewPage", {
    prefetch: fetchActiveSubscriptions,
    entry: {
      label: "Overview",
      Icon: HomeIcon,
      keywords: "start home dashboard today",
      keys: "g o",
      group: "start",
    },
  }),
  subscriptionList: definePage(
    "/p/:projectId/subscriptions",
    () => import("@/features/subscriptions/list/subscription-list.page"),
    "SubscriptionListPage",
    {
      prefetch: fetchSubscriptionList,
      entry: {
        label: "Subscriptions",
        Icon: MailIcon,
        keywords: "deliveries schedule list saved views reports",
        keys: "g s",
        group: "Reports",
      },
    },
  ),
  subscriptionDetail: definePage(
    "/p/:projectId/subscriptions/:id",
    () => import("@/features/subscriptions/detail/subscription-detail.page"),
    "SubscriptionDetailPage",
    { prefetch: fetchSubscription },
  ),
  subscriptionEdit: definePage(
    "/p/:projectId/subscriptions/:id/edit",
    () => import("@/features/subscriptions/form/subscription-edit.page"),
    "SubscriptionEditPage",
    { prefetch: fetchSubscription, under: "/p/:projectId/subscriptions/:id" },
  ),
  recipientList: definePage(
    "/p/:projectId/recipients",
    () => import("@/features/subscriptions/recipients/recipient-list.page"),
    "RecipientListPage",
    {
      prefetch: fetchActiveSubscriptions,
      entry: {
        label: "Recipients",
        Icon: AtIcon,
        keywords: "addresses channels webhooks domains who outside emails",
        keys: "g r",
        group: "Reports",
      },
    },
  ),
  sourceList: definePage(
    "/p/:projectId/sources",
    () => import("@/features/subscriptions/sources/source-list.page"),
    "SourceListPage",
    {
      prefetch: fetchActiveSubscriptions,
      entry: {
        label: "Sources",
        Icon: ChartIcon,
        keywords: "by source dashboards insights reports names pivot usage",
        keys: "g d",
        group: "Reports",
      },
    },
  ),
  calendar: definePage(
    "/p/:projectId/calendar",
    () => import("@/features/subscriptions/calendar/calendar.page"),
    "CalendarPage",
    {
      prefetch: fetchActiveSubscriptions,
      entry: {
        label: "Calendar",
        Icon: CalendarIcon,
        keywords: "deliveries days month week agenda load ics",
        keys: "g k",
        group: "Reports",
      },
    },
  ),
  health: definePage(
    "/p/:projectId/health",
    () => import("@/features/subscriptions/health/health.page"),
    "HealthPage",
    {
      prefetch: fetchActiveSubscriptions,
      entry: {
        label: "Health",
        Icon: HealthIcon,
        keywords: "overdue ending duplicates never time change daylight saving",
        keys: "g h",
        group: "Reports",
      },
    },
  ),
  exportList: definePage(
    "/p/:projectId/exports",
    () => import("@/features/exports/list/export-list.page"),
    "ExportListPage",
    {
      prefetch: fetchExports,
      entry: {
        label: "Exports",
        Icon: DownloadIcon,
        keywords: "files images pdf csv downloads",
        keys: "g e",
        group: "Reports",
      },
    },
  ),
  exportDetail: definePage(
    "/p/:projectId/exports/:id",
    () => import("@/features/exports/detail/export-detail.page"),
    "ExportDetailPage",
    { prefetch: fetchExport },
  ),
  vitalsBoard: definePage(
    "/p/:projectId/vitals",
    () => import("@/features/vitals/board/vitals-board.page"),
    "VitalsBoardPage",
    {
      prefetch: fetchVitals,
      entry: {
        label: "Web vitals",
        Icon: GaugeIcon,
        keywords: "performance speed lcp inp cls fcp budgets slow pages",
        keys: "g v",
        group: "Website",
      },
    },
  ),
  vitalDetail: definePage(
    "/p/:projectId/vitals/path",
    () => import("@/features/vitals/path/vital-detail.page"),
    "VitalDetailPage",
    { prefetch: fetchVitals },
  ),
  sessions: definePage(
    "/p/:projectId/sessions",
    () => import("@/features/sessions/session-explorer.page"),
    "SessionExplorerPage",
    {
      prefetch: fetchSessions,
      entry: {
        label: "Sessions",
        Icon: LookUpIcon,
        keywords: "session properties values look-up recordings",
        keys: "g l",
        group: "Website",
      },
    },
  ),
  regex: definePage("/p/:projectId/regex", () => import("@/features/regex/regex.page"), "RegexPage", {
    entry: {
      label: "Regex helper",
      Icon: RegexIcon,
      keywords: "pattern session recordings experiment",
      group: "Website",
    },
  }),
  memberList: definePage(
    "/p/:projectId/members",
    () => import("@/features/members/list/member-list.page"),
    "MemberListPage",
    {
      prefetch: fetchMembers,
      entry: {
        label: "Members",
        Icon: UsersIcon,
        keywords: "people access levels administrators who team",
        keys: "g m",
        group: "Project",
      },
    },
  ),
  person: definePage(
    "/p/:projectId/members/:uuid",
    () => import("@/features/members/person/person.page"),
    "PersonPage",
    { prefetch: fetchMembers },
  ),
  journal: definePage(
    "/p/:projectId/activity",
    () => import("@/features/journal/journal.page"),
    "JournalPage",
    {
      prefetch: fetchJournal,
      entry: {
        label: "Activity",
        Icon: JournalIcon,
        keywords: "journal history undo revert changes outcome log audit",
        keys: "g j",
        group: "Project",
      },
    },
  ),
  subscriptionCreate: definePage(
    "/p/:projectId/subscriptions/new",
    () => import("@/features/subscriptions/form/subscription-create.page"),
    "SubscriptionCreatePage",
    {
      under: "/p/:projectId/subscriptions",
      entry: {
        label: "New subscription",
        Icon: PlusIcon,
        keywords: "schedule delivery create add",
        keys: "c",
        isAction: true,
      },
    },
  ),
  exportCreate: definePage(
    "/p/:projectId/exports/new",
    () => import("@/features/exports/form/export-create.page"),
    "ExportCreatePage",
    {
      under: "/p/:projectId/exports",
      entry: {
        label: "New export",
        Icon: PlusIcon,
        keywords: "new make file image pdf csv",
        isAction: true,
      },
    },
  ),
  memberAdd: definePage(
    "/p/:projectId/members/new",
    () => import("@/features/members/add/member-add.page"),
    "MemberAddPage",
    {
      prefetch: fetchMembers,
      under: "/p/:projectId/members",
      entry: {
        label: "Add members",
        Icon: PlusIcon,
        keywords: "new people invite access level",
        isAction: true,
      },
    },
  ),
  offboarding: definePage(
    "/p/:projectId/members/offboard",
    () => import("@/features/members/offboarding/offboard.page"),
    "OffboardPage",
    {
      prefetch: fetchActiveSubscriptions,
      entry: {
        label: "Offboard person",
        Icon: UsersIcon,
        keywords: "leaver leaves remove person access deliveries recipients members",
        isAction: true,
      },
    },
  ),
  subscriptionImport: definePage(
    "/p/:projectId/subscriptions/import",
    () => import("@/features/subscriptions/import/editor/subscription-import.page"),
    "SubscriptionImportPage",
    {
      prefetch: fetchActiveSubscriptions,
      entry: {
        label: "Import changes from file",
        Icon: UploadIcon,
        keywords: "json csv apply edited upload subscriptions bulk",
        isAction: true,
      },
    },
  ),
  settings: definePage("/settings", () => import("@/app/settings/settings.page"), "SettingsPage", {
    entry: {
      label: "Settings",
      Icon: SettingsIcon,
      keywords: "preferences demo faults appearance",
      keys: "g ,",
      group: "app",
    },
  }),
  server: definePage("/settings/server", () => import("@/app/server/server.page"), "ServerPage", {
    entry: {
      label: "Server and requests",
      Icon: SettingsIcon,
      keywords: "capabilities endpoints scopes request log curl debug api",
    },
  }),
  connect: definePage("/connect", () => import("@/app/connect/connect.page"), "ConnectPage", {
    entry: {
      label: "Connect to a server",
      Icon: SettingsIcon,
      keywords: "connection live key login",
    },
  }),
  help: definePage("/help/:page?", () => import("@/features/help/help.page"), "HelpPage", {
    entry: {
      label: "Help",
      Icon: HelpIcon,
      keywords: "guide documentation manual docs",
      group: "app",
    },
  }),
} satisfies Record<string, AppPage>;

/** Somewhere that navigation, palette or keys lead to. */
export interface Destination extends PageEntry {
  readonly id: string;
  readonly isInProject: boolean;
  /** Returns the path. The project matters only if `isInProject`. */
  readonly to: (projectId: string) => string;
}

function toDestination(id: string, path: string, entry: PageEntry): Destination {
  const to = (projectId: string) => path.replace("/:page?", "").replace(":projectId", encodeParam(projectId));
  return { ...entry, id, to, isInProject: path.startsWith("/p/") };
}

const trash = toDestination("trash", `${pages.subscriptionList.path}?view=trash`, {
  label: "Trash",
  Icon: TrashIcon,
  keywords: "deleted bin restore subscriptions",
  keys: "g b",
});

const destinations: readonly Destination[] = Object.entries<AppPage>(pages).flatMap(
  ([id, { path, entry }]) => {
    if (entry === undefined) return [];
    const destination = toDestination(id, path, entry);
    return id === "subscriptionList" ? [destination, trash] : [destination];
  },
);

/**
 * Returns the pages that can be opened without further choices. Without a project, only pages outside of projects.
 * @param hasRegex whether the regex helper is turned on
 */
export function listDestinations(projectId: string | null, hasRegex: boolean): readonly Destination[] {
  return destinations.filter(
    ({ id, isInProject }) => (projectId !== null || !isInProject) && (hasRegex || id !== "regex"),
  );
}
