interface PropertyLabel {
  readonly label: string;
  readonly description: string;
}

/** Known session properties by name (upstream-facts, Sessions). */
const KNOWN_PROPERTIES: ReadonlyMap<string, PropertyLabel> = new Map([
  [
    "$autocapture_count",
    {
      label: "Captured actions",
      description: "Number of automatically captured clicks, form submissions, and input changes.",
    },
  ],
  [
    "$channel_type",
    { label: "Channel", description: "How the visitor arrived: direct, search, ad, email, or another site." },
  ],
  ["$end_timestamp", { label: "End", description: "Time of the last event." }],
  ["$entry_current_url", { label: "Entry URL", description: "Full URL of the first page." }],
  [
    "$entry_pathname",
    { label: "Entry path", description: "Path of the first page, without the domain or query." },
  ],
  ["$end_current_url", { label: "Exit URL", description: "Full URL of the last page." }],
  [
    "$end_pathname",
    { label: "Exit path", description: "Path of the last page, without the domain or query." },
  ],
  ["$entry_gad_source", { label: "Google Ads source", description: "Value of gad_source in the entry URL." }],
  [
    "$entry_gclid",
    {
      label: "Google click ID",
      description: "Value of gclid in the entry URL. It identifies the clicked ad.",
    },
  ],
  [
    "$entry_referring_domain",
    {
      label: "Referring domain",
      description: "Domain of the site that linked to the first page, or $direct if none.",
    },
  ],
  [
    "$entry_utm_campaign",
    { label: "UTM campaign", description: "Campaign name (utm_campaign in the entry URL)." },
  ],
  [
    "$entry_utm_content",
    { label: "UTM content", description: "Link or ad variant (utm_content in the entry URL)." },
  ],
  [
    "$entry_utm_medium",
    { label: "UTM medium", description: "Type of link, such as email or cpc (utm_medium in the entry URL)." },
  ],
  [
    "$entry_utm_source",
    { label: "UTM source", description: "Site or sender of the link (utm_source in the entry URL)." },
  ],
  [
    "$entry_utm_term",
    { label: "UTM term", description: "Search term or paid keyword (utm_term in the entry URL)." },
  ],
  ["$pageview_count", { label: "Page views", description: "Number of pages viewed." }],
  ["$screen_count", { label: "Screens", description: "Number of mobile app screens viewed." }],
  [
    "$session_duration",
    { label: "Duration", description: "Time between the first and last event, in seconds." },
  ],
  ["$start_timestamp", { label: "Start", description: "Time of the first event." }],
  [
    "$is_bounce",
    { label: "Bounce", description: "Whether the visitor left after one page without interacting." },
  ],
  [
    "$last_external_click_url",
    { label: "Last outbound link", description: "URL of the last clicked link to another site." },
  ],
  [
    "$vitals_lcp",
    {
      label: "Largest Contentful Paint",
      description: "Time until the first page showed its largest element, in milliseconds (LCP).",
    },
  ],
]);

export function propertyLabel(name: string): string {
  return KNOWN_PROPERTIES.get(name)?.label ?? name;
}

/** Returns a sentence, or null for an unknown property. */
export function propertyDescription(name: string): string | null {
  return KNOWN_PROPERTIES.get(name)?.description ?? null;
}
