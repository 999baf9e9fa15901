import type { Backend } from "@/app/connection/backend";

/** One step: what it says, and what on the page it points at, the first that is shown. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  readonly targets: readonly string[];
}

/** The three things nobody finds by looking: the search, the way back, and where the data comes from. */
export function getTourSteps({ client, demo }: Backend): readonly TourStep[] {
  const { label } = client.connection;
  return [
    {
      title: "Find anything",
      text: "Type words, or fields such as to:ana@example.com or is:overdue. It searches all records, not only those on the screen. Press / to come here.",
      targets: ["main [data-search-field]", 'header button[aria-label="Search"]'],
    },
    {
      title: "Change it, and take it back",
      text: "Select rows to change many at once: you see each record before and after, then it runs. The journal keeps every change made here, and undoes it later.",
      targets: ['nav[aria-label="Main"] a[href$="/activity"]', 'header button[aria-label="Open navigation"]'],
    },
    demo
      ? {
          title: "Your own data",
          text: "These records are made up and live in this browser, so try everything. To work on real ones, connect to your server here.",
          targets: ['header a[href="/connect"]'],
        }
      : {
          title: "Where you are",
          text: `What you see and change is on ${label}. Change to another server or key here.`,
          targets: ['header a[href="/connect"]'],
        },
  ];
}
