import type { MockProject } from "./world";

export interface Integration {
  readonly id: number;
  readonly kind: "slack" | "github";
  readonly name: string;
  /** Names of a Slack workspace's public channels. */
  readonly channels?: readonly string[];
}

const CHANNELS =
  "black-friday checkout data-alerts general growth mobile reports support-leads web-performance".split(" ");

/** Demo subscriptions use the first Slack workspace by default. The empty project has none. */
const INTEGRATIONS: Readonly<Record<MockProject["size"], readonly Integration[]>> = {
  demo: [
    { id: 61, kind: "slack", name: "Harbourline", channels: CHANNELS },
    {
      id: 62,
      kind: "slack",
      name: "Harbourline Partners",
      channels: ["agency-reports", "general", "resellers"],
    },
    { id: 63, kind: "github", name: "harbourline" },
  ],
  large: [
    {
      id: 64,
      kind: "slack",
      name: "Harbourline",
      channels: Array.from({ length: 80 }, (_, index) => `team-${1 + index}`),
    },
  ],
  empty: [],
};

export function listIntegrations(project: MockProject): readonly Integration[] {
  return INTEGRATIONS[project.size];
}

export function findIntegration(project: MockProject, id: number): Integration | undefined {
  return listIntegrations(project).find((integration) => integration.id === id);
}

/** Returns the ID of the project's first Slack workspace. */
export function getSlackIntegrationId(project: MockProject): number | undefined {
  return listIntegrations(project).find(({ kind }) => kind === "slack")?.id;
}
