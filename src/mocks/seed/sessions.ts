/** All known session properties (upstream-facts, Sessions) with their types. */
export const SESSION_PROPERTIES = `
  $autocapture_count:Numeric $channel_type:String $end_timestamp:DateTime $entry_current_url:String
  $entry_pathname:String $end_current_url:String $end_pathname:String $entry_gad_source:String
  $entry_gclid:String $entry_referring_domain:String $entry_utm_campaign:String $entry_utm_content:String
  $entry_utm_medium:String $entry_utm_source:String $entry_utm_term:String $pageview_count:Numeric
  $screen_count:Numeric $session_duration:Duration $start_timestamp:DateTime $is_bounce:Boolean
  $last_external_click_url:String $vitals_lcp:Numeric
`
  .trim()
  .split(/\s+/)
  .map((text): readonly [name: string, type: string] => [text.split(":")[0] ?? "", text.split(":")[1] ?? ""]);

const PATHS = `
  / /pricing /signup /login /docs /docs/getting-started /docs/api /docs/webhooks /docs/exports /blog
  /blog/release-2026-10 /blog/harbour-reports /blog/weekly-numbers /changelog /checkout /checkout/review
  /careers /about /contact /customers /security /status /app/dashboard /app/insights /app/settings
`
  .trim()
  .split(/\s+/);
const URLS = PATHS.map((path) => `https://www.harbourline.example${path}`);
const CAMPAIGNS = ["spring-launch", "autumn-sale", "black-friday", "webinar", "newsletter"].flatMap((name) =>
  [2022, 2023, 2024, 2025, 2026].map((year) => `${name}-${year}`),
);

/** Values in the demo company's sessions, most frequent first. */
export const SESSION_VALUES: Readonly<Record<string, readonly string[]>> = {
  $channel_type: ["Direct", "Organic Search", "Paid Search", "Email", "Referral", "Unknown"],
  $entry_current_url: URLS,
  $entry_pathname: PATHS,
  $end_current_url: URLS,
  $end_pathname: PATHS,
  $entry_referring_domain: ["$direct", "www.google.example", "news.example", "partners.example"],
  $entry_utm_campaign: CAMPAIGNS,
  $entry_utm_content: ["hero", "footer", "sidebar", "button-blue", "button-green"],
  $entry_utm_medium: ["cpc", "email", "social", "referral", "organic", "display"],
  $entry_utm_source: ["google", "google-ads", "newsletter", "linkedin", "bing", "partner", "reddit"],
  $entry_utm_term: ["harbour analytics", "delivery reports", "product metrics", "weekly report tool"],
  // Servers return booleans as "1" and "0".
  $is_bounce: ["1", "0"],
  $last_external_click_url: ["https://status.example/", "https://partners.example/join"],
};
