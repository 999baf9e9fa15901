import type { SendingRules } from "@/data/capabilities/capabilities";
import type { SubscriptionCapabilities } from "@/data/capabilities/subscription-capabilities";
import { isCanceled, type LoggedCall } from "@/http/call-log";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { StatusTone } from "@/ui/primitives/status";
import type { EndpointState } from "./endpoint-state";

export interface StatusLabel {
  readonly tone: StatusTone;
  readonly label: string;
  readonly detail?: string;
}

const STATE_LABELS: Readonly<Record<EndpointState["kind"], readonly [StatusTone, string]>> = {
  works: ["positive", "Works"],
  allowed: ["neutral", "Allowed by the key"],
  refused: ["warning", "Rejected"],
  failed: ["danger", "Failed"],
  absent: ["neutral", "Not on this server"],
  unasked: ["neutral", "Not called yet"],
  unsent: ["neutral", "Not used"],
};

export function endpointStateLabel(state: EndpointState): StatusLabel {
  const [tone, label] = STATE_LABELS[state.kind];
  return { tone, label, ...("reason" in state && { detail: state.reason }) };
}

export const CAPABILITY_LABELS: Readonly<Record<keyof SubscriptionCapabilities, string>> = {
  canPause: "Pause and resume subscriptions",
  canSearchLists: "Search and sort subscriptions",
  deliversInSlots: "Deliver on the hour and half hour",
  limitsPositionToMonths: "Limit weekday positions to monthly schedules",
  acceptsSendTestNow: "Save without sending",
  hasInsightSelection: "Choose a dashboard's insights",
  hasSlackWorkspace: "Choose the Slack workspace",
  namesSourceKind: "Deliver AI prompts and Pulse briefs",
  deliversToTeams: "Deliver to Microsoft Teams",
};

/** Describes whether the server complies with requests to save without sending. */
export function quietSavesLabel({ acceptsSendTestNow, quietSaves }: SendingRules): StatusLabel | null {
  if (!acceptsSendTestNow) return null;
  switch (quietSaves) {
    case "proven":
      return { tone: "positive", label: "Works" };
    case "broken":
      return { tone: "warning", label: "Doesn't work", detail: "The server sent a delivery anyway." };
    case "unknown":
      return { tone: "neutral", label: "Not proven yet" };
  }
}

/** @param isListRead whether the server has returned a list of subscriptions */
export function capabilityLabel(isFound: boolean, isListRead: boolean): StatusLabel {
  if (isFound) return { tone: "positive", label: "Works" };
  return { tone: "neutral", label: isListRead ? "Not found in responses" : "Not checked yet" };
}

export function callOutcomeLabel(call: LoggedCall): StatusLabel {
  const { status, error, durationMs } = call;
  const label = status === undefined ? "No response" : String(status);
  if (isCanceled(call)) return { tone: "neutral", label: "Canceled" };
  if (error !== undefined) {
    const isRefused = error instanceof HttpError && error.status < 500;
    return { tone: isRefused ? "warning" : "danger", label, detail: describeError(error).title };
  }
  return durationMs === undefined ? { tone: "neutral", label: "In flight" } : { tone: "positive", label };
}

export function keyScopesErrorMessage(error: unknown): string {
  const isUnknown =
    error instanceof HttpError && !error.isAboutKey && [401, 403, 404, 405].includes(error.status);
  return isUnknown
    ? "This server doesn't return the key's scopes. A write endpoint's state appears after its first use."
    : `${describeError(error).title}. Try again.`;
}
