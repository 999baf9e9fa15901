import type { Subscription } from "@/contract/subscriptions";
import { recipientLabel, splitRecipients } from "@/lib/recipients/recipients";
import { stripInvisible } from "@/lib/text/invisible-characters";
import { formatCount } from "@/lib/text/numbers";

/** Sources other than a dashboard or insight, by the server's `resource_type`. */
const OTHER_SOURCE_LABELS = new Map([
  ["ai_prompt", "AI prompt"],
  ["pulse_brief", "Pulse brief"],
]);

/** Returns the name of a source that is neither a dashboard nor an insight, or null. */
function otherSourceLabel({ resource_type: type }: Pick<Subscription, "resource_type">): string | null {
  if (type === undefined || type === null || type === "insight" || type === "dashboard") return null;
  return OTHER_SOURCE_LABELS.get(type) ?? type;
}

/** True where the server knows what to send. */
export function hasSource(record: Pick<Subscription, "dashboard" | "insight" | "resource_type">): boolean {
  return record.dashboard !== null || record.insight !== null || otherSourceLabel(record) !== null;
}

/** Returns the recipients without normalizing them. Only email has more than one. */
export function getRecipients(record: Pick<Subscription, "target_type" | "target_value">): string[] {
  if (record.target_type === "email") return splitRecipients(record.target_value);
  return record.target_value === "" ? [] : [record.target_value];
}

/** Returns "Dashboard 12", "Insight 7" or "AI prompt". */
export function subscriptionSourceLabel(
  record: Pick<Subscription, "dashboard" | "insight" | "resource_type">,
): string {
  const { dashboard, insight } = record;
  const parts = [
    dashboard === null ? null : `Dashboard ${dashboard}`,
    insight === null ? null : `Insight ${insight}`,
    otherSourceLabel(record),
  ].filter((part) => part !== null);
  return parts.join(", ") || "No source";
}

/** Returns the title, or a generated one: "Dashboard 12 to ana@example.com and 2 more". */
export function subscriptionTitle(
  record: Pick<
    Subscription,
    "title" | "dashboard" | "insight" | "resource_type" | "target_type" | "target_value"
  >,
): { readonly text: string; readonly isGenerated: boolean } {
  const title = stripInvisible(record.title ?? "").trim();
  if (title) return { text: title, isGenerated: false };
  const [first, ...otherRecipients] = getRecipients(record);
  if (first === undefined)
    return { text: `${subscriptionSourceLabel(record)} with no recipients`, isGenerated: true };
  const moreLabel = otherRecipients.length === 0 ? "" : ` and ${formatCount(otherRecipients.length)} more`;
  return {
    text: `${subscriptionSourceLabel(record)} to ${recipientLabel(record.target_type, first)}${moreLabel}`,
    isGenerated: true,
  };
}
