import type { Backend } from "@/app/connection/backend";

/** A tour step, which points at the first visible target. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  readonly targets: readonly string[];
}

export function getTourSteps({ client, demo }: Backend): readonly TourStep[] {
  const { label } = client.connection;
  return [
    {
      title: "Find anything",
      text: `Type text, or filters such as to:${demo ? "hannah" : "ana@example.com"} or is:overdue. Press / to focus the search.`,
      targets: ["main [data-search-field]", 'header button[aria-label="Search"]'],
    },
    {
      title: "Undo changes",
      text: "Select rows to change them all at once. You see a preview first. You can undo most changes later in Activity.",
      targets: ['nav[aria-label="Main"] a[href$="/activity"]', 'header button[aria-label="Open navigation"]'],
    },
    demo
      ? {
          title: "Use your own data",
          text: "This is sample data in your browser, so try anything. Connect your server here.",
          targets: ['header a[href="/connect"]'],
        }
      : {
          title: "Your connection",
          text: `You're connected to ${label}. Switch the server or key here.`,
          targets: ['header a[href="/connect"]'],
        },
  ];
}
