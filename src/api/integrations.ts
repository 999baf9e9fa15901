import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { pageFields, textOrEmpty } from "./fields";
import { parsePage, parseWith } from "./parsers";

// The contract doesn't define these endpoints (server-generations, Names). They provide the names
// of Slack workspaces and channels, and the app works without them. Every server has them under `/api/projects/`.

const integration = z.looseObject({
  id: z.int(),
  /** `slack` for a Slack workspace. */
  kind: z.string(),
  display_name: textOrEmpty,
});

const slackChannel = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Whether the name is hidden because the channel is private. */
  is_private_without_access: z._default(z.nullable(z.boolean()), false),
});

export const listIntegrations = defineEndpoint({
  id: "integrations.list",
  method: "GET",
  path: "/api/projects/:project_id/integrations/",
  scope: "integration:read",
  query: z.strictObject(pageFields),
  response: { kind: "json", parse: parsePage(integration) },
});

export const listSlackChannels = defineEndpoint({
  id: "integrations.channels",
  method: "GET",
  path: "/api/projects/:project_id/integrations/:id/channels/",
  scope: "integration:read",
  response: { kind: "json", parse: parseWith(z.looseObject({ channels: z.array(slackChannel) })) },
});
