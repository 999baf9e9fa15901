/** What a known session property is called, and what it holds. */
interface PropertyLabel {
  readonly label: string;
  readonly meaning: string;
}

/** The properties that servers are known to have (upstream-facts, Sessions). */
const KNOWN_PROPERTIES: ReadonlyMap<string, PropertyLabel> = new Map([
  [
    "$autocapture_count",
    {
      label: "Captured actions",
      meaning: "How many clicks, submits and changes were captured by themselves during the session.",
    },
  ],
  [
    "$channel_type",
    {
      label: "Channel",
      meaning: "How the visitor came: directly, by a search, an advertisement, a mail, another site.",
    },
  ],
  ["$end_timestamp", { label: "End", meaning: "When the last event of the session happened." }],
  [
    "$entry_current_url",
    { label: "First address", meaning: "The full address of the page the session began on." },
  ],
  [
    "$entry_pathname",
    { label: "First path", meaning: "The page the session began on, without its domain and query." },
  ],
  [
    "$end_current_url",
    { label: "Last address", meaning: "The full address of the page the session ended on." },
  ],
  [
    "$end_pathname",
    { label: "Last path", meaning: "The page the session ended on, without its domain and query." },
  ],
  [
    "$entry_gad_source",
    { label: "Google Ads source", meaning: "The gad_source that Google Ads put into the first address." },
  ],
  [
    "$entry_gclid",
    { label: "Google click id", meaning: "The gclid of the advertisement that was clicked to come here." },
  ],
  [
    "$entry_referring_domain",
    {
      label: "Referring domain",
      meaning: "The site whose link was followed to the first page; $direct where there was none.",
    },
  ],
  [
    "$entry_utm_campaign",
    { label: "UTM campaign", meaning: "The utm_campaign of the first address: which campaign." },
  ],
  [
    "$entry_utm_content",
    { label: "UTM content", meaning: "The utm_content of the first address: which of several links." },
  ],
  [
    "$entry_utm_medium",
    { label: "UTM medium", meaning: "The utm_medium of the first address: mail, social, paid click." },
  ],
  [
    "$entry_utm_source",
    { label: "UTM source", meaning: "The utm_source of the first address: who sent the visitor." },
  ],
  [
    "$entry_utm_term",
    {
      label: "UTM term",
      meaning: "The utm_term of the first address: the words that were searched or bought.",
    },
  ],
  ["$pageview_count", { label: "Page views", meaning: "How many pages were viewed during the session." }],
  [
    "$screen_count",
    { label: "Screens", meaning: "How many screens of a mobile app were viewed during the session." },
  ],
  [
    "$session_duration",
    { label: "Duration", meaning: "The time between the first and the last event, in seconds." },
  ],
  ["$start_timestamp", { label: "Start", meaning: "When the first event of the session happened." }],
  [
    "$is_bounce",
    {
      label: "Bounce",
      meaning: "Whether the visitor left at once: one page, hardly any time, nothing clicked.",
    },
  ],
  [
    "$last_external_click_url",
    {
      label: "Last outbound link",
      meaning: "The address of the last link to another site that was clicked.",
    },
  ],
  [
    "$vitals_lcp",
    {
      label: "Largest Contentful Paint",
      meaning: "How long the first page took to show its largest element, in milliseconds (LCP).",
    },
  ],
]);

/** What a property is called; one that nobody knows by its own name. */
export function propertyLabel(name: string): string {
  return KNOWN_PROPERTIES.get(name)?.label ?? name;
}

/** What a property holds, a sentence; null where nobody knows. */
export function propertyMeaning(name: string): string | null {
  return KNOWN_PROPERTIES.get(name)?.meaning ?? null;
}
