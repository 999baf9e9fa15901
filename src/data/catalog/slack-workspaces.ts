import { listIntegrations, listSlackChannels } from "@/api/catalog";
import { projectKey, useApi } from "@/data/backend/backend";
import { requestOptional } from "@/data/backend/optional-endpoint";
import { stripInvisible } from "@/lib/text/normalize-text";
import { type OptionalQuery, useOptionalQuery } from "./source-names";

interface SlackWorkspace {
  readonly id: number;
  readonly name: string;
}

interface SlackChannelChoice {
  /** Target value in the server's format, such as "C0B9A53J8RF|#reports". */
  readonly target: string;
  readonly name: string;
}

const NO_CHANNELS: readonly SlackChannelChoice[] = [];
const PAGE_SIZE = 200;

/** Reads the project's Slack workspaces. */
export function useSlackWorkspaces(): OptionalQuery<readonly SlackWorkspace[]> {
  const api = useApi();
  return useOptionalQuery(projectKey(api, "slack", "workspaces"), async (signal) => {
    const input = { path: { project_id: api.projectId }, query: { limit: PAGE_SIZE }, signal };
    const { results } = await requestOptional(api.client, listIntegrations, input);
    return results
      .filter(({ kind }) => kind === "slack")
      .map(({ id, display_name }) => ({
        id,
        name: stripInvisible(display_name).trim() || `Workspace ${id}`,
      }));
  });
}

/** Reads a workspace's channels. Empty while they are unknown, and without a workspace. */
export function useSlackChannels(id: number | null): readonly SlackChannelChoice[] {
  const api = useApi();
  const read = async (signal: AbortSignal) => {
    const path = { project_id: api.projectId, id: id ?? 0 };
    const { channels } = await requestOptional(api.client, listSlackChannels, { path, signal });
    return channels
      .filter(({ is_private_without_access }) => !is_private_without_access)
      .map((channel) => ({ target: `${channel.id}|#${channel.name}`, name: `#${channel.name}` }));
  };
  return useOptionalQuery(projectKey(api, "slack", "channels", id), read, id !== null).value ?? NO_CHANNELS;
}
