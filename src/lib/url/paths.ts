import { decodePercent } from "@/lib/text/normalize-text";

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

const LINKS = {
  dashboard: /\/dashboard\/(\d+)\/?(?:[?#].*)?$/,
  insight: /\/insights?\/(\d+)\/?(?:[?#].*)?$/,
} as const;

/** Path of an insight's page. It contains the short ID, never the number. */
const INSIGHT_PATH = /\/insights\/([A-Za-z0-9]+)\/?(?:[?#].*)?$/;
/** A short ID without a path. Excludes words, so that a search for a name isn't mistaken for one. */
const SHORT_ID = /^(?=.*[A-Za-z])(?=.+[\dA-Z])[A-Za-z0-9]{8}$/;

/** Extracts the short ID from the URL of an insight's page, or from a typed short ID. Null for other text. */
export function parseShortId(text: string): string | null {
  const typed = text.trim();
  if (parseSourceId("insight", typed) !== null) return null;
  return INSIGHT_PATH.exec(typed)?.[1] ?? SHORT_ID.exec(typed)?.[0] ?? null;
}

/** Formats a short ID as an item of a field for insights, until the server has returned the numeric ID. */
export function formatShortId(shortId: string): string {
  return `/insights/${shortId}`;
}

/**
 * Extracts the numeric ID from a typed ID, or from the URL of a page on the server. Returns null
 * for other text, including short insight IDs, which only the server can resolve.
 */
export function parseSourceId(kind: "dashboard" | "insight", text: string): string | null {
  const typed = text.trim().replace(/^#/, "");
  return /^\d+$/.test(typed) ? typed : (LINKS[kind].exec(typed)?.[1] ?? null);
}
