import { describeInsight, getSource } from "@/emulator/backend/dashboard-catalog";
import type { SubscriptionFields, SubscriptionRow } from "./subscriptions-row";

export type ResourceType = "insight" | "dashboard" | "ai_prompt" | "pulse_brief";

/** Maximum length of a name that is derived from a prompt, in characters. */
const MAX_PROMPT_NAME_LENGTH = 60;

/**
 * Derives the content type from the first non-empty field, in the order of real servers. Returns
 * null if all fields are empty.
 */
export function getResourceType(
  row: Pick<SubscriptionFields, "insight" | "dashboard" | "prompt"> & { readonly brief?: boolean },
): ResourceType | null {
  if (row.insight !== null) return "insight";
  if (row.dashboard !== null) return "dashboard";
  if (row.prompt) return "ai_prompt";
  return row.brief ? "pulse_brief" : null;
}

function getResourceName(row: SubscriptionRow): string | null {
  if (row.insight !== null) {
    const { name, derived_name } = describeInsight(getSource(row.insight));
    return name || derived_name;
  }
  if (row.dashboard !== null) return getSource(row.dashboard).name;
  if (row.prompt) return row.title || row.prompt.slice(0, MAX_PROMPT_NAME_LENGTH);
  return row.brief ? row.title || "Pulse brief" : null;
}

/** Returns the target. A Teams webhook is reduced to its host, because its URL is a secret. */
export function getServedTarget({ target_type, target_value }: SubscriptionRow): string {
  return target_type === "teams" ? new URL(target_value).host : target_value;
}

/** Returns the response fields that were added in 2026. */
export function serializeNewerFields(row: SubscriptionRow) {
  return {
    resource_type: getResourceType(row),
    resource_name: getResourceName(row),
    insight_short_id: row.insight === null ? null : describeInsight(getSource(row.insight)).short_id,
    dashboard_export_insights: row.dashboard_export_insights ?? [],
    prompt: row.prompt ?? null,
    integration_id: row.integration_id ?? null,
    enabled: row.enabled ?? true,
    summary_enabled: row.summary_enabled ?? false,
    summary_prompt_guide: row.summary_prompt_guide ?? "",
  };
}
