import { SESSION_PROPERTY_TYPES } from "@/api/sessions";
import { createIcon, createPathIcon } from "@/ui/theme/icons";

/** Labels and descriptions of known session properties (upstream-facts, Sessions). */
const KNOWN_PROPERTIES = new Map(
  Object.entries<readonly [label: string, description: string]>({
    $autocapture_count: [
      "Captured actions",
      "Number of automatically captured clicks, form submissions, and input changes.",
    ],
    $channel_type: ["Channel", "How the visitor arrived: direct, search, ad, email, or another site."],
    $end_timestamp: ["End", "Time of the last event."],
    $entry_current_url: ["Entry URL", "Full URL of the first page."],
    $entry_pathname: ["Entry path", "Path of the first page, without the domain or query."],
    $end_current_url: ["Exit URL", "Full URL of the last page."],
    $end_pathname: ["Exit path", "Path of the last page, without the domain or query."],
    $entry_gad_source: ["Google Ads source", "Value of gad_source in the entry URL."],
    $entry_gclid: ["Google click ID", "Value of gclid in the entry URL. It identifies the clicked ad."],
    $entry_referring_domain: [
      "Referring domain",
      "Domain of the site that linked to the first page, or $direct if none.",
    ],
    $entry_utm_campaign: ["UTM campaign", "Campaign name (utm_campaign in the entry URL)."],
    $entry_utm_content: ["UTM content", "Link or ad variant (utm_content in the entry URL)."],
    $entry_utm_medium: ["UTM medium", "Type of link, such as email or cpc (utm_medium in the entry URL)."],
    $entry_utm_source: ["UTM source", "Site or sender of the link (utm_source in the entry URL)."],
    $entry_utm_term: ["UTM term", "Search term or paid keyword (utm_term in the entry URL)."],
    $pageview_count: ["Page views", "Number of pages viewed."],
    $screen_count: ["Screens", "Number of mobile app screens viewed."],
    $session_duration: ["Duration", "Time between the first and last event, in seconds."],
    $start_timestamp: ["Start", "Time of the first event."],
    $is_bounce: ["Bounce", "Whether the visitor left after one page without interacting."],
    $last_external_click_url: ["Last outbound link", "URL of the last clicked link to another site."],
    $vitals_lcp: [
      "Largest Contentful Paint",
      "Time until the first page showed its largest element, in milliseconds (LCP).",
    ],
  }),
);

export function propertyLabel(name: string): string {
  return KNOWN_PROPERTIES.get(name)?.[0] ?? name;
}

/** Returns a sentence, or null for an unknown property. */
export function propertyDescription(name: string): string | null {
  return KNOWN_PROPERTIES.get(name)?.[1] ?? null;
}

type KnownPropertyType = (typeof SESSION_PROPERTY_TYPES)[number];

const TYPE_LABELS: Readonly<Record<KnownPropertyType, string>> = {
  String: "Text",
  Numeric: "Number",
  DateTime: "Date and time",
  Boolean: "Yes or no",
  Duration: "Duration",
};

export interface ListedProperty {
  readonly name: string;
  readonly property_type: string | null;
  readonly is_numerical: boolean | null;
}

/** Returns the property's type, or null when unknown. Servers without types may still mark numbers. */
export function getKnownType({
  property_type: type,
  is_numerical,
}: ListedProperty): KnownPropertyType | null {
  if (type === null || type === "") return is_numerical === true ? "Numeric" : null;
  return SESSION_PROPERTY_TYPES.find((known) => known === type) ?? null;
}

export function propertyTypeLabel(property: ListedProperty): string {
  const known = getKnownType(property);
  if (known !== null) return TYPE_LABELS[known];
  return property.property_type || "Unknown";
}

/**
 * Returns "yes" or "no" for a Boolean property, because servers may return 1 or 0. Returns null for
 * other types and for unrecognized values.
 */
export function propertyValueLabel(property: ListedProperty | null, value: string): string | null {
  if (property === null || getKnownType(property) !== "Boolean") return null;
  if (/^(?:1|true)$/i.test(value)) return "yes";
  return /^(?:0|false)$/i.test(value) ? "no" : null;
}

const TYPE_ICONS = {
  String: createPathIcon("M1.5 12 4.8 4l3.3 8M2.7 9.3h4.2M14 8v4M14 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z"),
  Numeric: createPathIcon("M6 2.5 4.5 13.5M11.5 2.5 10 13.5M2.5 5.8h11M2.5 10.2h11"),
  DateTime: createPathIcon("M2.5 3.5h11v10h-11zM2.5 6.7h11M5.5 2v3M10.5 2v3"),
  Boolean: createIcon(
    <>
      <rect x="1.5" y="4.5" width="13" height="7" rx="3.5" />
      <circle cx="11" cy="8" r="1.2" fill="currentColor" />
    </>,
  ),
  Duration: createIcon(
    <>
      <circle cx="8" cy="9" r="4.75" />
      <path d="M8 6.5V9l1.6 1.2M6.5 1.8h3" />
    </>,
  ),
};
const UnknownIcon = createPathIcon("M5.8 5.8a2.2 2.2 0 1 1 3.1 2c-.6.3-.9.7-.9 1.4v.3M8 12.4h.01");

/** Decorative, because the type's label always accompanies the icon. */
export function TypeIcon({ property }: { readonly property: ListedProperty }) {
  const type = getKnownType(property);
  const Icon = type === null ? UnknownIcon : TYPE_ICONS[type];
  return <Icon />;
}
