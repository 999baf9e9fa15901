import { Suspense } from "react";
import { useSession } from "@/app/connection/session";
import type { Api } from "@/data/client/api-context";
import { lazyPage } from "@/ui/hooks/lazy-page";

/**
 * Loads the count's code after the first rows have appeared. Ignores failures, because a missing
 * count needs no message.
 */
async function importContent() {
  try {
    const { whenContentReady } = await import("@/lib/scheduler/when-content-ready");
    await whenContentReady();
    return await import("./health-count-content");
  } catch {
    return { HealthCountContent: () => null };
  }
}

const { Component } = lazyPage<"HealthCountContent", Api>(importContent, "HealthCountContent");

/** Shows the number of subscriptions that need attention, after the list has loaded. */
export function HealthCount({ projectId }: { readonly projectId: string }) {
  const { backend } = useSession();
  return <Suspense>{backend && <Component client={backend.client} projectId={projectId} />}</Suspense>;
}
