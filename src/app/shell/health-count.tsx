import { Suspense } from "react";
import { useSession } from "@/app/connection/session";
import type { Api } from "@/data/client/api-context";
import { lazyPage } from "@/ui/hooks/lazy-page";

/** Waits until the first rows are shown. Ignores failures, because a missing count isn't worth a message. */
async function importContent() {
  try {
    const { whenContentReady } = await import("@/app/pwa/wait-for-first-paint");
    await whenContentReady();
    return await import("./health-count-content");
  } catch {
    return { HealthCountContent: () => null };
  }
}

const { Component } = lazyPage<"HealthCountContent", Api>(importContent, "HealthCountContent");

/** Shows the number of subscriptions that need attention, once the list is loaded. */
export function HealthCount({ projectId }: { readonly projectId: string }) {
  const { backend } = useSession();
  return <Suspense>{backend && <Component client={backend.client} projectId={projectId} />}</Suspense>;
}
