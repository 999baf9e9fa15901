import type { Subscription } from "@/api/subscriptions";
import { isOpaqueTarget, recipientKey } from "@/features/subscriptions/model/subscription-rules";
import { parseDomain } from "@/lib/recipients/domains";

const WEB_ORIGIN = /^(https?:\/\/[^/?#]*)/i;

/** Returns a recipient's identity: the channel and the normalized address. */
export function identifyRecipient(record: Subscription, text: string): string {
  const { target_type: channel, id } = record;
  // Servers return only the host of a Teams webhook. The host doesn't identify the recipient, so
  // the record's ID is used.
  return isOpaqueTarget(record) ? `${channel}:#${id}` : `${channel}:${recipientKey(channel, text)}`;
}

/** Returns the domain of an address or URL. Null for Slack channels and incomplete addresses. */
export function recipientDomain(channel: string, text: string): string | null {
  if (channel === "email")
    return text.includes("@") ? domainOfHost(text.slice(text.lastIndexOf("@") + 1)) : null;
  const [, origin] = WEB_ORIGIN.exec(text.trim()) ?? [];
  return origin === undefined ? null : domainOfHost(origin);
}

// Parsed domains are cached, because parsing is slow and many addresses share a domain.
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
