import { expect, it } from "vitest";
import { connectSchema, pinnedConnectSchema } from "@/app/connect/connect-form";
import {
  listRefusalMessage,
  proxyAdviceMessage,
  REMOVAL_PROBLEM,
  storedDataLabels,
} from "@/app/connect/connect-messages";
import type { Backend } from "@/app/connection/backend";
import {
  deliverySourceMessage,
  loadedPartMessage,
  moreItemsMessage,
  worstMetricsMessage,
} from "@/app/overview/overview-messages";
import { getTourSteps } from "@/app/tour/tour-steps";
import { normalizeBaseUrl } from "@/http/connection";
import { renderCopy } from "./render-copy";

const VALID = {
  address: "eu.posthog.com",
  key: "phx_1",
  prefix: "environments",
  keepOnDevice: false,
  allowUnencrypted: false,
};

function listConnectErrors(changes: object): readonly string[] {
  const result = connectSchema.safeParse({ ...VALID, ...changes });
  return result.error?.issues.map(({ message }) => message) ?? [];
}

function listTourSteps(isDemo: boolean): readonly object[] {
  const backend: unknown = {
    client: { connection: { label: "eu.posthog.com" } },
    demo: isDemo ? {} : null,
  };
  // Only the label and the kind of backend matter.
  return getTourSteps(backend as Backend).map(({ title, text }) => ({ title, text }));
}

it("reads the messages of the app", async () => {
  const text = renderCopy({
    normalizeBaseUrl: ["", "my server", "ftp://a.example", "https://ana:secret@a.example"].map((address) => {
      const result = normalizeBaseUrl(address);
      return result.ok ? result.baseUrl : result.message;
    }),
    connectSchema: [
      ...listConnectErrors({ key: "" }),
      ...listConnectErrors({ key: "phc_1" }),
      ...listConnectErrors({ key: "phx 1" }),
      ...listConnectErrors({ address: "http://a.example" }),
    ],
    pinnedConnectSchema:
      pinnedConnectSchema
        .safeParse({ ...VALID, address: "http://a.example" })
        .error?.issues.map(({ message }) => message) ?? [],
    listRefusalMessage: [listRefusalMessage(null), listRefusalMessage("project:read")],
    proxyAdviceMessage: [proxyAdviceMessage("https://eu.posthog.com")],
    storedDataLabels: storedDataLabels({
      changes: 12,
      offboardings: 1,
      observations: 40,
      settings: ["views", "resume-dates", "own-domains", "vital-budgets", "vital-paths", "offboarding"],
    }),
    "storedDataLabels, unreadable": storedDataLabels({
      changes: null,
      offboardings: 0,
      observations: null,
      settings: [],
    }),
    REMOVAL_PROBLEM: [REMOVAL_PROBLEM.title, REMOVAL_PROBLEM.detail],
    moreItemsMessage: [moreItemsMessage(12)],
    deliverySourceMessage: [
      deliverySourceMessage("Data quality, weekdays", "Data quality"),
      deliverySourceMessage("Office screens", "Growth overview"),
    ],
    loadedPartMessage: [loadedPartMessage(100, 100_000)],
    worstMetricsMessage: [worstMetricsMessage("Poor", ["LCP", "INP"])],
    "getTourSteps, demo": listTourSteps(true),
    "getTourSteps, server": listTourSteps(false),
  });
  await expect(text).toMatchFileSnapshot("./app.txt");
});
