// Sends each kind of change to servers of each age, and compares the announced deliveries with whom the server mailed.
// who-is-mailed.test.tsx does the same on the pages that send changes.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SubscriptionChange, SubscriptionCreation } from "@/api/subscriptions";
import { storedQuietSaves } from "@/data/browser-storage/local-storage";
import { currentSendingRules, noteServedRecords } from "@/data/capabilities/capabilities";
import type { SaveEffect } from "@/data/subscriptions/save-effect-messages";
import { changeEffects, creationEffects, getSendMode } from "@/data/subscriptions/save-effect-messages";
import {
  createSubscriptionJournaled,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { readSubscriptionNow } from "@/data/subscriptions/subscription-mutations";
import { runDeliveries } from "@/mocks/deliveries";
import { buildApi, createMemoryStorage } from "../support/builders";
import type { Mailing, MailingServer } from "../support/delivery-scene";
import { createDeliveryScene, expectMailing, MAILING_SERVERS, passHour } from "../support/delivery-scene";
import { stopClock } from "../test-time";

const [ANA, BO, NEW] = ["ana@example.com", "bo@example.com", "new@example.com"] as const;
const TEAMS = "https://prod-1.westeurope.logic.azure.com/workflows/old?sig=1";
const NEW_TEAMS = TEAMS.replace("old", "other");

interface Change extends Mailing {
  readonly name: string;
  /** The change, or null for a creation. */
  readonly body: SubscriptionChange | null;
  readonly projectId?: number;
  readonly record?: object;
  readonly earlier?: object;
  readonly isNewerOnly?: true;
}

const toChange = (
  name: string,
  body: Change["body"],
  mails: readonly string[],
  when: Change["when"],
  more: Pick<Change, "projectId" | "record" | "earlier" | "isNewerOnly"> = {},
): Change => ({ name, body, mails, when, ...more });

const ADDED = { target_value: `${ANA},${BO},${NEW}` };
const IN_TRASH = { earlier: { deleted: true } };
const NEWER = { isNewerOnly: true } as const;
/** Only this project has a Slack workspace. */
const SLACK = { projectId: 1, record: { target_type: "slack", target_value: "#sales" } };

const CHANGES: readonly Change[] = [
  toChange("a creation", null, [NEW], "change"),
  toChange("a creation that sends", null, [NEW], "request", NEWER),
  toChange("a new recipient", ADDED, [NEW], "change"),
  toChange("a new recipient, and send", ADDED, [NEW], "request", NEWER),
  toChange("another spelling", { target_value: `Ana@example.com,${BO}` }, ["Ana@example.com"], "change"),
  toChange("a Slack channel", { target_value: "#other" }, ["#other"], "change", SLACK),
  toChange("a Teams webhook", { target_value: NEW_TEAMS }, [NEW_TEAMS], "change", {
    ...NEWER,
    record: { target_type: "teams", target_value: TEAMS },
  }),
  toChange("the title", { title: "Other figures" }, [], "change"),
  toChange("another source", { insight: 4002 }, [ANA, BO], "change since 2026"),
  toChange("a restore, overdue", { deleted: false }, [ANA, BO], "run", IN_TRASH),
  toChange("a resume", { enabled: true }, [ANA, BO], "change", { ...NEWER, earlier: { enabled: false } }),
  toChange("a new recipient in Trash", ADDED, [NEW], "change until 2025", IN_TRASH),
];

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  stopClock();
});

async function openProject(mailingServer: MailingServer, { projectId = 3, record, earlier }: Change) {
  const workspace = projectId === 1 && mailingServer.profile === "newer" ? { integration_id: 62 } : {};
  const { mocks, id } = await createDeliveryScene(mailingServer, {
    projectId,
    record: { ...record, ...workspace },
    ...(earlier && { earlier }),
  });
  const api = buildApi({ projectId: String(projectId) });
  if (mailingServer.announces === "none") storedQuietSaves.write(api.client.connection.id, "proven");
  const before = await readSubscriptionNow(api, id);
  noteServedRecords(api, [before]);
  return { mocks, api, before, projectId };
}

const LEVELS = new Map<SaveEffect["sends"], MailingServer["announces"]>([
  [true, "will"],
  ["unknown", "may"],
]);

describe.each(MAILING_SERVERS)("a server of $name", (mailingServer) => {
  const isNewer = mailingServer.profile === "newer";
  it.each(CHANGES.filter(({ isNewerOnly }) => isNewer || isNewerOnly !== true))("$name", async (change) => {
    const { mocks, api, before, projectId } = await openProject(mailingServer, change);
    const { body, when, mails } = change;
    const sendsNow = when === "request";
    const rules = currentSendingRules(api);
    const creation: SubscriptionCreation = {
      insight: 4001,
      target_type: "email",
      target_value: NEW,
      frequency: "daily",
      interval: 1,
      start_date: "2026-11-23T08:00:00Z",
      ...(sendsNow && { send_test_now: true }),
    };
    const effects =
      body === null
        ? creationEffects(creation, getSendMode(rules, sendsNow))
        : changeEffects(before, body, rules, sendsNow);
    const mailed = mocks.db.outbox.length;
    const { id } = await (body === null
      ? createSubscriptionJournaled(api, creation)
      : updateSubscriptionJournaled(api, { id: before.id, before, body, sendsNow }));
    // The app may still look for the delivery of a quiet save.
    api.dispose();

    const listMailed = () =>
      mocks.db.outbox
        .slice(mailed)
        .flatMap(({ subscription, target }) => (subscription === id ? target : []));
    const immediately = listMailed();
    passHour(mocks);
    runDeliveries(mocks.db, projectId);

    const { level, isMailed } = expectMailing(change, mailingServer);
    const levels = effects.flatMap(({ sends }) => LEVELS.get(sends) ?? []);
    const announced = levels.includes("will") ? "will" : (levels[0] ?? "none");
    expect({ announced, targets: listMailed() }).toEqual({
      announced: level,
      targets: isMailed ? mails : [],
    });
    const counts = effects.flatMap(({ sends, text }) =>
      sends === false ? [] : (/^(\d+) (?:person|people)\b/.exec(text)?.[1] ?? []),
    );
    for (const count of counts) expect(Number(count)).toBe(mails.length);
    if (effects.some(({ text }) => text === "Nothing is sent immediately.")) expect(immediately).toEqual([]);
  });
});
