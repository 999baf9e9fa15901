import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  createSubscription,
  getSubscription,
  type Subscription,
  type SubscriptionChange,
} from "@/contract/subscriptions";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { createUndoChanges } from "@/data/bulk/bulk-undo";
import type { PlannedChange, PlannedSubscriptionItem } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import {
  checkSubscriptionEdit,
  journalEntryForResponse,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { planUndo } from "@/data/undo/journal-undo";
import { type EmulatorServer, startEmulatorServer } from "@/emulator/hosts/emulator-server";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { createClient } from "@/http/client";
import { diffRecipients, joinRecipients } from "@/lib/recipients/recipient-text";
import { normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import { drawSample } from "../sample.mjs";

vi.setConfig({ testTimeout: 120_000 });

const NOW = new Date("2026-11-21T10:00:00Z");
const PROJECT = { project_id: "3" };
const ANA = "ana@x.co";
const BEN = "ben@x.co";
const CLEO = "cleo@x.co";
const DAN = "dan@x.co";
const EVE = "eve@x.co";
const ZOE = "zoe@x.co";
/** Recipients with spaces and capitals, because servers send mail for every spelling that is new to them. */
const START = `${ANA}, ${BEN},Zoe@X.co`;

let server: EmulatorServer;
beforeAll(async () => {
  server = await startEmulatorServer({ port: 0, now: NOW });
});
afterAll(() => server.close());

const connect = (id: string) =>
  ({ id, label: id, baseUrl: server.address, prefix: "environments", key: "phx_demo_all" }) as const;

interface Edit {
  readonly title?: string;
  readonly interval?: number;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/**
 * A step of a browser's script. Saving a form takes two requests, `check` and `send`, so that other steps can occur in
 * between.
 */
type Step =
  | { readonly act: "open" | "check" | "send" | "send-lost" | "undo" | "run-bulk" }
  | { readonly act: "edit"; readonly edit: Edit }
  | { readonly act: "plan-bulk"; readonly recipient: string };

const SCRIPTS: readonly (readonly Step[])[] = [
  [
    { act: "open" },
    { act: "edit", edit: { title: "Ana's", add: [CLEO] } },
    { act: "check" },
    { act: "send" },
    { act: "plan-bulk", recipient: EVE },
    { act: "undo" },
    { act: "run-bulk" },
    { act: "open" },
    { act: "edit", edit: { interval: 3, remove: [BEN] } },
    { act: "check" },
    { act: "send" },
  ],
  [
    { act: "open" },
    // "Cleo@x.co" is the same person in another spelling.
    { act: "edit", edit: { interval: 2, add: ["Cleo@x.co", DAN] } },
    { act: "check" },
    { act: "send-lost" },
    { act: "check" },
    { act: "send" },
    { act: "open" },
    { act: "edit", edit: { title: "Ben's", remove: [ANA] } },
    { act: "check" },
    { act: "send" },
    { act: "undo" },
  ],
];

const people = (value: string) => new Set(splitRecipients(value).map(normalizeAddress));

/** The fields that a step may change, and the recipients that it adds and removes. */
interface Intent {
  readonly fields: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const NO_INTENT: Intent = { fields: [], added: [], removed: [] };

function intentOf(before: Subscription, after: object): Intent {
  const target = Reflect.get(after, "target_value");
  const difference = typeof target === "string" ? diffRecipients(before.target_value, target) : NO_INTENT;
  return {
    fields: Object.keys(after),
    added: difference.added.map(normalizeAddress),
    removed: difference.removed.map(normalizeAddress),
  };
}

function invertIntent({ changes }: JournalEntry): Intent {
  const target = changes.find(({ field }) => field === "target_value");
  const { added, removed } = diffRecipients(String(target?.before ?? ""), String(target?.after ?? ""));
  return {
    fields: changes.map(({ field }) => field),
    added: removed.map(normalizeAddress),
    removed: added.map(normalizeAddress),
  };
}

/** Opens a browser with one form, which saves as the app does. */
function openBrowser(name: string, id: number, takesMine: () => boolean) {
  let losesAnswer = false;
  const client = createClient({
    connection: connect(name),
    fetch: async (request) => {
      const response = await fetch(request);
      if (request.method !== "PATCH" || !losesAnswer) return response;
      losesAnswer = false;
      throw new TypeError("Failed to fetch");
    },
  });
  const api: Api = { client, projectId: PROJECT.project_id };
  const queryClient = new QueryClient();
  let form: { readonly base: Subscription; readonly body: SubscriptionChange } | undefined;
  let checked: { readonly before: Subscription; readonly body: SubscriptionChange } | undefined;
  let saved: JournalEntry | undefined;
  let plan: readonly PlannedSubscriptionItem[] = [];

  const read = () => client.request(getSubscription, { path: { ...PROJECT, id } });

  async function runJob(changes: readonly PlannedChange[]): Promise<void> {
    const job = startBulkJob(queryClient, api, { label: name, changes });
    await new Promise<void>((resolve) => {
      const endIfFinished = () => job.get().phase === "finished" && resolve();
      job.subscribe(endIfFinished);
      endIfFinished();
    });
  }

  function applyEdit({ add = [], remove = [], ...fields }: Edit): void {
    if (form === undefined) return;
    const kept = splitRecipients(form.base.target_value).filter(
      (each) => !remove.includes(normalizeAddress(each)),
    );
    const known = new Set(kept.map(normalizeAddress));
    const added = add.filter((each) => !known.has(normalizeAddress(each)));
    const isUnchanged = added.length === 0 && kept.length === splitRecipients(form.base.target_value).length;
    const target = isUnchanged ? {} : { target_value: joinRecipients([...kept, ...added]) };
    form = { ...form, body: { ...fields, ...target } };
  }

  /** Checks the edit and resolves every conflict. */
  async function check(): Promise<void> {
    if (form === undefined) return;
    let { base: before, body } = form;
    checked = undefined;
    while (checked === undefined) {
      const result = await checkSubscriptionEdit(queryClient, api, before, body);
      before = result.current;
      if (result.conflicts.length === 0) checked = { before, body: result.body };
      body = Object.assign(
        { ...result.body },
        ...result.conflicts.flatMap(({ mine }) => (takesMine() ? [mine] : [])),
      );
    }
  }

  async function send(isLost: boolean): Promise<Intent> {
    if (form === undefined || checked === undefined) return NO_INTENT;
    const intent = intentOf(form.base, form.body);
    const { before, body } = checked;
    checked = undefined;
    if (Object.keys(body).length > 0) {
      losesAnswer = isLost;
      const change = updateSubscriptionJournaled(queryClient, api, { id, before, body });
      if (isLost) {
        await expect(change).rejects.toThrow();
        return intent;
      }
      saved = journalEntryForResponse(await change);
    }
    if (!isLost) form = undefined;
    return intent;
  }

  async function undo(): Promise<Intent> {
    if (saved === undefined) return NO_INTENT;
    const intent = invertIntent(saved);
    await runJob(createUndoChanges(await planUndo(queryClient, api, [saved])));
    saved = undefined;
    return intent;
  }

  async function planBulk(recipient: string): Promise<void> {
    plan = planBulkChanges([await read()], { kind: "add-recipient", recipient }, NOW);
  }

  async function runBulk(): Promise<Intent> {
    const [change] = plan;
    if (change?.kind !== "change") return NO_INTENT;
    await runJob(plan);
    return intentOf(change.before, change.body);
  }

  return {
    /** Returns the recipients against which the next `send` was checked. */
    checkedTarget: () => checked?.before.target_value,
    async run(step: Step): Promise<Intent> {
      if (step.act === "open") form = { base: await read(), body: {} };
      if (step.act === "edit") applyEdit(step.edit);
      if (step.act === "check") await check();
      if (step.act === "plan-bulk") await planBulk(step.recipient);
      if (step.act === "undo") return undo();
      if (step.act === "run-bulk") return runBulk();
      return step.act === "send" || step.act === "send-lost" ? send(step.act === "send-lost") : NO_INTENT;
    },
  };
}

const isWrite = ({ act }: Step) => ["send", "send-lost", "undo", "run-bulk"].includes(act);

it.each([
  ["lose nobody and mail nobody twice when their saves follow each other", false],
  // A save can overwrite recipients that were saved between its check and its request, because the API has no versions.
  ["change only what they meant to when their requests come in any order", true],
])("two browsers %s", async (_name, canRace) => {
  const admin = createClient({ connection: connect("admin"), fetch: server.emulator.fetch });
  const creation = {
    title: "Figures",
    dashboard: 201,
    target_type: "email",
    target_value: START,
    frequency: "weekly",
    interval: 1,
    start_date: "2026-11-23T08:00:00Z",
  } as const;
  const steps = SCRIPTS.flat().length;
  const turns = fc.array(fc.nat(1), { minLength: steps, maxLength: steps });
  const seen = { raced: 0, merged: 0, applied: 0 };

  await fc.assert(
    fc.asyncProperty(
      turns,
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      async (order, answers) => {
        const { id } = await admin.request(createSubscription, { path: PROJECT, body: creation });
        let answer = 0;
        const takesMine = () => answers[answer++ % answers.length] ?? true;
        const browsers = ["one", "two"].map((name) => openBrowser(name, id, takesMine));
        const scripts = SCRIPTS.map((script) => [...script]);
        const mails = () => server.emulator.outbox.filter(({ subscriptionId }) => subscriptionId === id);
        let before = await admin.request(getSubscription, { path: { ...PROJECT, id } });
        for (const turn of order) {
          const isSaving = [0, 1].find((index) => !canRace && browsers[index]?.checkedTarget() !== undefined);
          const which = isSaving ?? (scripts[turn]?.length ? turn : 1 - turn);
          const step = scripts[which]?.shift();
          const browser = browsers[which];
          if (step === undefined || browser === undefined) throw new Error("no step left");
          const checkedTarget = browser.checkedTarget();
          // The app can't detect another user's change between the check and the request, because the API has no
          // versions.
          const isRaced = checkedTarget !== undefined && checkedTarget !== before.target_value;
          const mailsBefore = mails().length;
          const intent = await browser.run(step);
          const after = isWrite(step)
            ? await admin.request(getSubscription, { path: { ...PROJECT, id } })
            : before;

          const edited = ["title", "interval", "target_value", "start_date", "deleted", "dashboard"] as const;
          const changed = edited.filter((field) => after[field] !== before[field]);
          expect(intent.fields).toEqual(expect.arrayContaining(changed));
          const [were, are] = [people(before.target_value), people(after.target_value)];
          const added = [...are].filter((person) => !were.has(person));
          if (changed.includes("target_value") && !isRaced) {
            const removed = [...were].filter((person) => !are.has(person));
            expect(intent.added).toEqual(expect.arrayContaining(added));
            expect(intent.removed).toEqual(expect.arrayContaining(removed));
            if (intent.added.length + intent.removed.length > added.length + removed.length) seen.merged += 1;
          }
          expect(are).toContain(ZOE);
          const mailed = mails()
            .slice(mailsBefore)
            .map(({ target }) => normalizeAddress(target))
            .sort();
          // Only people who weren't recipients before get mail, and only once. A save after an undetected change may
          // re-add people.
          expect(new Set(mailed).size).toBe(mailed.length);
          if (isRaced) expect([...intent.added, ...added]).toEqual(expect.arrayContaining(mailed));
          else expect(mailed).toEqual(added.sort());
          seen.raced += isRaced ? 1 : 0;
          seen.applied += changed.length;
          before = after;
        }
      },
    ),
    { numRuns: canRace && !drawSample().isWhole ? 50 : 200 },
  );
  // Enough merges and races must occur. Otherwise, the orders wouldn't prove anything.
  expect(seen.merged).toBeGreaterThan(0);
  if (canRace) expect(seen.raced).toBeGreaterThan(10);
  else expect(seen.raced).toBe(0);
  expect(seen.applied).toBeGreaterThan(200);
});
