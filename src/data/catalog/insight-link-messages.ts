import type { Problem } from "@/lib/text/problem";
import type { NamesRefusal, SourceKind } from "./source-labels";

// `address` is `/insights/` followed by the short ID. The numeric ID isn't part of any URL.

/** Shown until the server has returned the insight's ID. */
export function pendingInsightMessage(address: string): string {
  return `The ID of ${address} isn't known yet. Wait a moment, or enter the insight's numeric ID instead.`;
}

export function unknownInsightMessage(address: string): string {
  return `Couldn't find ${address}. Enter the insight's numeric ID instead.`;
}

/** @param problem why the server didn't return the insight */
export function unreadInsightMessage(address: string, { title, canRetry }: Problem): string {
  const advice = canRetry ? "Try again, or enter" : "Enter";
  return `Couldn't look up ${address}: ${title}. ${advice} the insight's numeric ID instead.`;
}

/** Explains how to choose a source without names. */
export function namelessSourceHelp(kind: SourceKind, refusal: NamesRefusal): string {
  const id = kind === "insight" ? "numeric ID, which its URL doesn't contain" : "ID from its URL";
  return refusal === "scope"
    ? `Add the scope ${kind}:read to the API key to see names, or enter the ${kind}'s ${id}.`
    : `The server doesn't return ${kind} names. Enter the ${kind}'s ${id}.`;
}
