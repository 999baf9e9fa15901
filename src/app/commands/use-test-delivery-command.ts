import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "@/app/connection/session";
import type { Api } from "@/data/client/api-context";
import { findCachedSubscription } from "@/data/subscriptions/subscription-collections";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { testDeliveryBlocker } from "@/features/subscriptions/deliveries/delivery-messages";
import { useTestDelivery } from "@/features/subscriptions/deliveries/use-test-delivery";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { MailIcon } from "@/ui/theme/icons";
import type { Command } from "./commands";

/**
 * Returns the command that sends a test delivery of the open subscription. Null if the subscription's menu doesn't
 * offer one.
 */
export function useTestDeliveryCommand(projectId: string | null, pathname: string): Command | null {
  const { backend } = useSession();
  const queryClient = useQueryClient();
  const api: Api | null = backend && projectId !== null ? { client: backend.client, projectId } : null;
  const testDelivery = useTestDelivery(api);
  const { id } = /^\/p\/[^/]+\/subscriptions\/(?<id>\d+)$/.exec(pathname)?.groups ?? {};
  if (api === null || id === undefined) return null;
  const record =
    queryClient.getQueryData(subscriptionQueries.detail(api, Number(id)).queryKey) ??
    findCachedSubscription(queryClient, api, Number(id));
  const { missingScopes } = api.client.connectionStatus.get();
  const isOffered =
    record !== undefined &&
    testDelivery.canTest(record) &&
    testDeliveryBlocker(record) === undefined &&
    !missingScopes.has(SUBSCRIPTION_WRITE_SCOPE);
  if (!isOffered) return null;
  return {
    id: "test-delivery",
    label: "Send test delivery…",
    group: "This page",
    Icon: MailIcon,
    keywords: "manual now run",
    // Opens the dialog after the palette has closed.
    run: () => setTimeout(() => void testDelivery.send(record)),
  };
}
