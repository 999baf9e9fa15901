import type { HelpPageName } from "@/lib/url/paths";

export interface HelpPageEntry {
  readonly name: HelpPageName;
  readonly title: string;
  /** Additional search words for the command palette. */
  readonly keywords: string;
}

export interface HelpGroup {
  readonly title: string;
  readonly pages: readonly HelpPageEntry[];
}

/** Table of contents. Doesn't load the `.md` files, so that other pages can import it cheaply. */
export const HELP_GROUPS: readonly HelpGroup[] = [
  {
    title: "Start",
    pages: [
      {
        name: "connecting",
        title: "Connecting and scopes",
        keywords: "server api key token cors proxy permissions",
      },
      {
        name: "search-language",
        title: "Search language",
        keywords: "query filter fields states dates numbers find",
      },
      { name: "keyboard", title: "Keyboard", keywords: "shortcuts keys navigation" },
      { name: "glossary", title: "Glossary", keywords: "words terms meaning definition" },
    ],
  },
  {
    title: "Subscriptions",
    pages: [
      {
        name: "subscriptions",
        title: "Managing subscriptions",
        keywords: "bulk actions recipients calendar health ics",
      },
      { name: "import-file", title: "Importing changes", keywords: "json edit upload _was changes bulk" },
      {
        name: "time-changes",
        title: "Time changes",
        keywords: "daylight saving dst summer winter clock utc hour",
      },
      {
        name: "activity",
        title: "Activity and undo",
        keywords: "journal history revert outcome unknown changes",
      },
    ],
  },
  {
    title: "Project",
    pages: [
      { name: "exports", title: "Exports", keywords: "download csv png pdf zip preview dashboard insight" },
      {
        name: "members",
        title: "Access levels",
        keywords: "members organization permissions redundant admin",
      },
      { name: "offboarding", title: "Offboarding", keywords: "departing member leave remove replace access" },
      {
        name: "web-vitals",
        title: "Web vitals and budgets",
        keywords: "lcp inp cls fcp performance thresholds p90",
      },
      {
        name: "working-together",
        title: "Working together",
        keywords: "conflict concurrent several people tabs",
      },
    ],
  },
  {
    title: "Install and troubleshoot",
    pages: [
      {
        name: "offline-and-print",
        title: "Install, work offline, and print",
        keywords: "pwa service worker paper language",
      },
      {
        name: "troubleshooting",
        title: "Troubleshooting",
        keywords: "problem error 401 403 429 cors port chromium",
      },
    ],
  },
];

export const HELP_PAGES: readonly HelpPageEntry[] = HELP_GROUPS.flatMap(({ pages }) => pages);
