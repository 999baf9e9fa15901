import { decodePercent } from "@/lib/text/decode-percent";

type Id = string | number;

/** Name of a help page. The texts of the pages are in `features/help/pages`. */
export type HelpPageName =
  | "connecting"
  | "search-language"
  | "subscriptions"
  | "import-file"
  | "time-changes"
  | "exports"
  | "members"
  | "offboarding"
  | "web-vitals"
  | "activity"
  | "working-together"
  | "offline-and-print"
  | "keyboard"
  | "troubleshooting"
  | "glossary";

/** Encodes a value for a URL. Replaces lone surrogates, which `encodeURIComponent` rejects. */
export function encodeParam(value: Id): string {
  return encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, "\uFFFD"));
}

function project(projectId: Id): string {
  return `/p/${encodeParam(projectId)}`;
}

/** Paths of all pages. */
export const paths = {
  home: () => "/",
  /** `from` is the page to return to. */
  connect: (from?: string) => (from === undefined ? "/connect" : `/connect?from=${encodeParam(from)}`),
  settings: () => "/settings",
  server: () => "/settings/server",
  /** `page` is a name from `features/help/pages/table-of-contents.ts`. `section` is the ID of a heading. */
  help: (page?: HelpPageName, section?: string) =>
    `/help${page === undefined ? "" : `/${page}`}${section === undefined ? "" : `#${section}`}`,
  project,
  subscriptions: (projectId: Id, view: "active" | "trash" = "active") =>
    `${project(projectId)}/subscriptions${view === "trash" ? "?view=trash" : ""}`,
  newSubscription: (projectId: Id, options: { readonly from?: Id } = {}) =>
    `${project(projectId)}/subscriptions/new${options.from === undefined ? "" : `?from=${encodeParam(options.from)}`}`,
  importSubscriptions: (projectId: Id) => `${project(projectId)}/subscriptions/import`,
  subscription: (projectId: Id, id: Id) => `${project(projectId)}/subscriptions/${encodeParam(id)}`,
  editSubscription: (projectId: Id, id: Id) => `${project(projectId)}/subscriptions/${encodeParam(id)}/edit`,
  sources: (projectId: Id) => `${project(projectId)}/sources`,
  recipients: (projectId: Id) => `${project(projectId)}/recipients`,
  calendar: (projectId: Id) => `${project(projectId)}/calendar`,
  health: (projectId: Id) => `${project(projectId)}/health`,
  exports: (projectId: Id) => `${project(projectId)}/exports`,
  /** `from` is the ID of the export whose settings prefill the form. */
  newExport: (
    projectId: Id,
    options: { readonly from?: Id; readonly dashboard?: Id; readonly insight?: Id } = {},
  ) => {
    const params = Object.entries(options).map(([name, id]) => `${name}=${encodeParam(id)}`);
    return `${project(projectId)}/exports/new${params.length === 0 ? "" : `?${params.join("&")}`}`;
  },
  export: (projectId: Id, id: Id) => `${project(projectId)}/exports/${encodeParam(id)}`,
  members: (projectId: Id) => `${project(projectId)}/members`,
  addMembers: (projectId: Id) => `${project(projectId)}/members/new`,
  member: (projectId: Id, uuid: Id) => `${project(projectId)}/members/${encodeParam(uuid)}`,
  /** `departingMember` is a UUID or an email. */
  offboard: (projectId: Id, departingMember?: Id) =>
    `${project(projectId)}/members/offboard${departingMember === undefined ? "" : `?person=${encodeParam(departingMember)}`}`,
  vitals: (projectId: Id) => `${project(projectId)}/vitals`,
  vital: (projectId: Id, pathname: string) =>
    `${project(projectId)}/vitals/path?path=${encodeParam(pathname).replaceAll("%2F", "/")}`,
  journal: (projectId: Id) => `${project(projectId)}/activity`,
  sessions: (projectId: Id) => `${project(projectId)}/sessions`,
  regex: (projectId: Id) => `${project(projectId)}/regex`,
};

/** Whether two paths lead to the same page: `/p/%40current/exports/` equals `/p/@current/exports`. */
export function isSamePath(one: string, other: string): boolean {
  return normalizePath(one) === normalizePath(other);
}

function normalizePath(path: string): string {
  return decodePercent(path.replace(/\/+$/, ""));
}
