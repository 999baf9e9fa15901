import type { EmulatedProject, ProjectSize } from "./backend";

export interface Integration {
  readonly id: number;
  readonly kind: "slack" | "github";
  readonly name: string;
}

export interface SlackChannel {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  /** Whether the channel's name is hidden, because the channel is private and the key's owner isn't a member. */
  readonly isHidden: boolean;
}

/**
 * By default, demo subscriptions use the project's first Slack workspace. The empty project has
 * none.
 */
const INTEGRATIONS: Readonly<Record<ProjectSize, readonly Integration[]>> = {
  demo: [
    { id: 61, kind: "slack", name: "Harbourline" },
    { id: 62, kind: "slack", name: "Harbourline Partners" },
    { id: 63, kind: "github", name: "harbourline" },
  ],
  large: [{ id: 64, kind: "slack", name: "Harbourline" }],
  empty: [],
};

const CHANNELS: Readonly<Record<number, readonly string[]>> = {
  61: [
    "black-friday",
    "checkout",
    "data-alerts",
    "general",
    "growth",
    "mobile",
    "reports",
    "support-leads",
    "web-performance",
  ],
  62: ["agency-reports", "general", "resellers"],
  64: Array.from({ length: 80 }, (_, index) => `team-${1 + index}`),
};

export function listIntegrations(project: EmulatedProject): readonly Integration[] {
  return INTEGRATIONS[project.size];
}

export function findIntegration(project: EmulatedProject, id: number): Integration | undefined {
  return listIntegrations(project).find((integration) => integration.id === id);
}

/**
 * Returns the ID of the project's first Slack workspace. Returns undefined if the project has none.
 */
export function getSlackIntegrationId(project: EmulatedProject): number | undefined {
  return listIntegrations(project).find(({ kind }) => kind === "slack")?.id;
}

/**
 * Lists a Slack workspace's channels. The last two are private. The key's owner can't access the
 * last one.
 */
export function listSlackChannels(integrationId: number): readonly SlackChannel[] {
  const names = CHANNELS[integrationId] ?? [];
  const toChannel = (name: string, index: number, extra: Partial<SlackChannel> = {}): SlackChannel => ({
    id: `C0HARB${integrationId}${String(index).padStart(2, "0")}`,
    name,
    isPrivate: false,
    isHidden: false,
    ...extra,
  });
  return [
    ...names.map((name, index) => toChannel(name, index)),
    toChannel("leadership", names.length, { isPrivate: true }),
    toChannel("PRIVATE CHANNEL WITHOUT ACCESS", names.length + 1, { isPrivate: true, isHidden: true }),
  ];
}
