import type { Subscription } from "@/contract/subscriptions";
import { isOpaqueTarget, recipientKey } from "@/features/subscriptions/model/subscription-rules";
import { parseDomain } from "@/lib/recipients/domains";

const WEB_ORIGIN = /^(https?:\/\/[^/?#]*)/i;

/** Returns the identity of a recipient of a subscription: channel and normalized address. */
export function identifyRecipient(record: Subscription, text: string): string {
  const { target_type: channel, id } = record;
  // The host of a Teams webhook identifies no channel: each record has its own recipient.
  return isOpaqueTarget(record) ? `${channel}:#${id}` : `${channel}:${recipientKey(channel, text)}`;
}

/** Returns null for Slack channels and incomplete addresses. */
export function recipientDomain(channel: string, text: string): string | null {
  if (channel === "email")
    return text.includes("@") ? domainOfHost(text.slice(text.lastIndexOf("@") + 1)) : null;
  const [, origin] = WEB_ORIGIN.exec(text.trim()) ?? [];
  return origin === undefined ? null : domainOfHost(origin);
}

// Parsing is slow, and there are far fewer hosts than addresses.
const MAX_CACHED_DOMAINS = 10_000;
const domainCache = new Map<string, string | null>();

function domainOfHost(host: string): string | null {
  const cached = domainCache.get(host);
  if (cached !== undefined) return cached;
  const domain = parseDomain(host);
  if (domainCache.size >= MAX_CACHED_DOMAINS) domainCache.clear();
  domainCache.set(host, domain);
  return domain;
}
