import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  createSubscription,
  getSubscription,
  type Subscription,
  type SubscriptionCreation,
} from "@/api/subscriptions";
import { toComparableValue } from "@/data/changes/change-labels";
import { memoryOnly } from "@/data/journal/journal-entry";
import { normalizeAddress } from "@/lib/recipients/recipients";
import { PROFILES } from "@/mocks/seed/world";
import { createMockServer } from "../support/mock-server";
import { connect, type Dialogue, type EditorServer, openEditorBrowser, PROJECT } from "./editor-browser";
import { scripts } from "./editor-scripts";
import { type Intent, peopleIn, type SentChange } from "./sent-change";

vi.setConfig({ testTimeout: 120_000 });

const NOW = new Date("2026-11-21T10:00:00Z");
const ZOE = "zoe@x.co";
/**
 * The unusual spellings reveal a save that normalizes them. Servers treat every new spelling of an
 * address as a new recipient, so such a save would send unexpected email.
 */
const START = "ana@x.co, ben@x.co,Zoe@X.co";
const TWIN_START = "Ana@x.co,eve@x.co,zoe@x.co";

/** Runs the players. Only one continues at a time, until its next turn. `order` selects it. */
async function play(
  order: readonly number[],
  players: readonly ((takeTurn: () => Promise<void>) => Promise<void>)[],
) {
  const waiting: (() => void)[] = [];
  let running = players.length;
  let turn = 0;
  const goOn = () => {
    if (waiting.length < running || running === 0) return;
    const [next] = waiting.splice((order[turn++ % order.length] ?? 0) % waiting.length, 1);
    next?.();
  };
  const takeTurn = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      goOn();
    });
  await Promise.all(
    players.map((run) =>
      run(takeTurn).finally(() => {
        running -= 1;
        goOn();
      }),
    ),
  );
}

/** Returns the fields that only users change, and the recipients regardless of their spelling. */
function describeRecord(record: Subscription) {
  const { target_value, next_delivery_date, summary, resource_name, ...fields } = record;
  const comparable = Object.entries(fields).map(([field, value]) => [field, toComparableValue(field, value)]);
  return { ...Object.fromEntries(comparable), people: [...peopleIn(record)].sort() };
}

/** Returns recipients after a user has added and removed some. */
const applyRecipients = (people: readonly string[], { add, remove }: Intent) =>
  [...new Set([...people.filter((person) => !remove.has(person)), ...add])].sort();

/** Returns the record after a change that does exactly what its user wanted. */
function applyIntent({ before, body, isRaced }: SentChange, intent: Intent) {
  const fields = isRaced ? body : (intent.undone?.body ?? intent.fields);
  const { target_value, send_test_now, ...others } = fields;
  const entries = Object.keys(others)
    .filter((field) => field in before)
    .map((field) => [field, toComparableValue(field, Reflect.get(intent.fields, field))]);
  const described = describeRecord(before);
  const people =
    isRaced && target_value === undefined ? described.people : applyRecipients(described.people, intent);
  return { ...described, ...Object.fromEntries(entries), people };
}

/**
 * Returns the recipients who should get email. Servers up to 2025 send email to new recipients, which they compare
 * character by character, also in Trash. Later servers send it only on request, to new recipients or, if the source has
 * changed, to all.
 */
function expectedMail({ before, after, intent }: SentChange): readonly string[] {
  const isNewer = after.enabled !== undefined;
  if (isNewer && (after.deleted || !intent?.sendsNow || after.enabled === false)) return [];
  const hasNewSource = ["dashboard", "dashboard_export_insights"].some(
    (field) => toComparableValue(field, before[field]) !== toComparableValue(field, after[field]),
  );
  if (isNewer && hasNewSource) return [...peopleIn(after)];
  const known = before.target_value.split(",");
  const added = after.target_value.split(",").filter((token) => !known.includes(token));
  return added.map(normalizeAddress).filter((address) => address !== "");
}

/** Checks that nothing changed except what users wanted, and that recipients got no unexpected email. */
function checkDialogue(
  start: readonly Subscription[],
  sent: readonly SentChange[],
  end: readonly Subscription[],
  canRace: boolean,
) {
  const state = new Map(start.map((record) => [record.id, describeRecord(record)]));
  for (const change of sent) {
    const { id, intent, status, before, after, body, mailed, isRaced } = change;
    expect(status).toBe(200);
    // Immediately before a change, a browser reads every record on which the change depends.
    if (!canRace) expect(isRaced).toBe(false);
    if (intent === undefined) throw new Error("Nobody wanted to change this record.");
    const kept = intent.replacedBy === undefined ? undefined : state.get(intent.replacedBy);
    if (kept !== undefined && body.deleted && !isRaced) {
      expect(kept).toMatchObject({ deleted: "false" });
      expect(kept["enabled"]).not.toBe("false");
      expect(kept.people).toEqual(expect.arrayContaining([...peopleIn(before)]));
    }
    if (intent.undone !== undefined && !isRaced) {
      for (const field of Object.keys(intent.undone.body).filter((each) => each in before)) {
        expect(toComparableValue(field, before[field])).toBe(
          toComparableValue(field, intent.undone.after[field]),
        );
      }
    }
    const actual = describeRecord(after);
    const expected = applyIntent(change, intent);
    // A save overwrites recipients that someone else has saved between its check and its request.
    const people = isRaced && body.target_value !== undefined ? actual.people : expected.people;
    expect(actual).toEqual({ ...expected, people });
    expect(actual.people).toContain(ZOE);
    if (isRaced) {
      expect(new Set(mailed).size).toBe(mailed.length);
      expect([...intent.add, ...expectedMail(change)]).toEqual(expect.arrayContaining([...mailed]));
    } else expect([...mailed].sort()).toEqual([...expectedMail(change)].sort());
    state.set(id, actual);
  }
  expect(end.map(describeRecord)).toEqual([...state.values()]);
}

describe.each(PROFILES)("two browsers and a server of the profile %s", (profile) => {
  let server: EditorServer;
  beforeEach(() => {
    server = { address: "http://server.example", mocks: createMockServer({ now: () => NOW, profile }) };
  });

  const body: SubscriptionCreation = {
    title: "Figures",
    dashboard: 201,
    ...(profile === "newer" && { dashboard_export_insights: [4001, 4002], send_test_now: false }),
    target_type: "email",
    target_value: START,
    frequency: "weekly",
    interval: 1,
    start_date: "2026-11-23T08:00:00Z",
  };

  it.each([
    ["lose nobody and mail nobody twice when their saves follow each other", false],
    // A save can overwrite what was saved between its check and its request, because the API has no versions.
    ["change only what they meant to when their requests come in any order", true],
  ])("%s", async (_name, canRace) => {
    const admin = connect(server, "admin", server.mocks.fetch);
    const create = (target_value: string) =>
      admin.request(createSubscription, { path: PROJECT, body: { ...body, target_value } });
    const seen = new Map<string, number>();
    const note = (event: string) => seen.set(event, (seen.get(event) ?? 0) + 1);

    const dialogue = fc.asyncProperty(
      fc.tuple(scripts, scripts),
      fc.array(fc.nat(1), { minLength: 40, maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
      async (both, order, answers) => {
        memoryOnly.clear();
        const start = [await create(START), await create(TWIN_START)];
        const records = new Map(start.map((record) => [record.id, record]));
        const mailCount = server.mocks.db.outbox.length;
        const sent: SentChange[] = [];
        let answer = 0;
        const takesMine = () => answers[answer++ % answers.length] ?? true;
        const rules: Dialogue = { server, records, sent, canRace, takesMine, note };
        await play(
          order,
          both.map(
            (script, index) => (takeTurn) => openEditorBrowser(`${index}`, rules, takeTurn).run(script),
          ),
        );
        const end = await Promise.all(
          start.map(({ id }) => admin.request(getSubscription, { path: { ...PROJECT, id } })),
        );
        checkDialogue(start, sent, end, canRace);
        expect(server.mocks.db.outbox.length - mailCount).toBe(sent.flatMap(({ mailed }) => mailed).length);
        for (const { intent, isRaced, mailed } of sent) {
          note(intent?.act ?? "");
          if (isRaced) note("race");
          if (mailed.length > 0) note("mail");
        }
      },
    );
    await fc.assert(dialogue, { seed: 20261125, numRuns: 12 });
    // The test is meaningful only if every kind of change and conflict occurs.
    const changes = ["edit", "trash", "duplicates", "undo", "mail"];
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([...changes, "conflict", "merge", "lost answer", "refused undo"]),
    );
    expect(seen.has("pause")).toBe(profile === "newer");
    expect(seen.has("race")).toBe(canRace);
  });
});
