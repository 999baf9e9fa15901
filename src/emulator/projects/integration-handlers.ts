import { type ProjectContext, projectRoute, type Route } from "@/emulator/backend/backend";
import {
  findIntegration,
  type Integration,
  listIntegrations,
  listSlackChannels,
  type SlackChannel,
} from "@/emulator/backend/integration-catalog";
import { paginate, toArrayPages } from "@/emulator/dispatch/pagination";
import { refuseScopedKeys } from "@/emulator/dispatch/scope-checks";
import { fail, json } from "@/emulator/request/errors";
import { formatWireDate } from "@/emulator/request/request-fields";

const LIST_PATH = "/api/environments/:project_id/integrations/";
/** Integrations were created 30 days before the last reset. */
const AGE_MS = 30 * 86_400_000;

function serializeIntegration({ people, seededAt }: ProjectContext, integration: Integration) {
  const { id, kind, name } = integration;
  return {
    id,
    kind,
    config: kind === "slack" ? { team: { id: `T0HARB${id}`, name } } : { account: { name } },
    created_at: formatWireDate(new Date(seededAt.getTime() - AGE_MS)),
    created_by: people.list[0]?.user ?? null,
    errors: "",
    display_name: name,
  };
}

function serializeChannel({ id, name, isPrivate, isHidden }: SlackChannel) {
  return {
    id,
    name,
    is_private: isPrivate,
    is_member: !isHidden,
    is_ext_shared: false,
    is_private_without_access: isHidden,
  };
}

/** Servers of 2024 reject keys with scopes here. */
function checkKey({ key, generation }: ProjectContext): void {
  if (generation === "2024") refuseScopedKeys(key);
}

/** Lists a Slack workspace's channels. With `channel_id`, returns only that channel and no refresh time. */
function listChannels(context: ProjectContext): Response {
  checkKey(context);
  const integration = findIntegration(context.project, Number(context.params.id)) ?? fail.notFound();
  if (integration.kind !== "slack") return fail.invalidInput("Invalid integration kind");
  const channels = listSlackChannels(integration.id).map(serializeChannel);
  const channelId = context.url.searchParams.get("channel_id");
  if (channelId) return json({ channels: channels.filter(({ id }) => id === channelId) });
  return json({ channels, lastRefreshedAt: formatWireDate(context.now) });
}

/** Connected apps (server-generations, Names). The console needs Slack workspaces and their channels. */
export const integrationRoutes: readonly Route[] = [
  projectRoute({
    id: "integrations.list",
    method: "GET",
    path: LIST_PATH,
    scope: "integration:read",
    isPaginated: true,
    handle: (context) => {
      checkKey(context);
      return paginate(context, toArrayPages(listIntegrations(context.project)), (integration) =>
        serializeIntegration(context, integration),
      );
    },
  }),
  projectRoute({
    id: "integrations.channels",
    method: "GET",
    path: `${LIST_PATH}:id/channels/`,
    scope: "integration:read",
    handle: listChannels,
  }),
];
