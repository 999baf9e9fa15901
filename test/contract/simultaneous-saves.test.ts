import { buildApi } from "@test/support/builders";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { getSubscription, type Subscription, type SubscriptionChange } from "@/api/subscriptions";
import { isSameValue } from "@/data/changes/compare-fields";
import type { SavedEdit } from "@/data/subscriptions/subscription-changes";
import { loadSubscriptionChanges } from "@/data/subscriptions/subscriptions";
import { reportOverwrittenEdit } from "@/features/subscriptions/form/subscription-edit.page";
import { saveEdit } from "@/features/subscriptions/form/subscription-form-drawer";
import { diffRecipients } from "@/lib/recipients/recipients";
import type { ToastContent } from "@/ui/feedback/toasts";
import { createTestProject, type TestProject } from "../support/test-project";

const ID = 7;
const PEOPLE = "Ana@x.co, ben@x.co";
const CLEO = { target_value: `${PEOPLE},cleo@x.co` };
const DI = { target_value: `${PEOPLE},di@x.co` };

/** All orders of the requests of two editors. Each editor checks the record, saves it, and reads it again. */
const ORDERS = Array.from({ length: 64 }, (_, bits) =>
  [...bits.toString(2).padStart(6, "0")].map(Number),
).filter((order) => order.filter((editor) => editor === 0).length === 3);

// Waits don't include the loading of code.
beforeAll(() => Promise.all([loadSubscriptionChanges(), import("@/data/undo/plan-undo")]));
beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] }));

const openProject = () =>
  createTestProject([{ id: ID, title: "Figures", target_value: PEOPLE, frequency: "weekly" }]);
const read = ({ api }: TestProject) =>
  api.client.request(getSubscription, { path: { project_id: "3", id: ID } });

/** Submits the form of an editor. Each call of `step` lets the editor's next request reach the server. */
function submit(name: string, base: Subscription, body: SubscriptionChange) {
  const log: string[] = [];
  const toasts: ToastContent[] = [];
  let isHeld = true;
  let isDone = false;
  let send: (() => Promise<unknown>) | undefined;
  const holdRequest = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      send = () => {
        log.push(request.method);
        return fetch(request).then(resolve, reject);
      };
    });
  const context = {
    api: buildApi({
      id: name,
      projectId: "3",
      fetch: (request) => (isHeld ? holdRequest(request) : fetch(request)),
    }),
    toasts: { show: (content: ToastContent) => String(toasts.push(content)), dismiss: () => {} },
    confirm: async () => true,
  };
  async function save() {
    let saved: SavedEdit | undefined;
    const onSaved = (edit: SavedEdit) => {
      saved = edit;
    };
    await saveEdit(context, { base, body }, { sendsNow: false, ask: async () => null, onSaved });
    if (saved !== undefined) await reportOverwrittenEdit(context, saved);
    isDone = true;
  }
  void save();

  async function waitFor(isReached: () => boolean) {
    for (let turn = 0; !isReached(); turn += 1) {
      if (turn === 200) throw new Error(`${name} doesn't continue after ${log.join(", ")}.`);
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(200);
    }
  }
  return {
    log,
    body,
    dispose: context.api.dispose,
    overwritten: () => toasts.findLast(({ title }) => title.endsWith("right after your save")),
    async step() {
      await waitFor(() => send !== undefined || isDone);
      const sendHeld = send;
      send = undefined;
      await sendHeld?.();
    },
    finish: () => waitFor(() => isDone),
    /** Presses the button of a toast, and returns the next toast. */
    async press(toast: ToastContent | undefined) {
      isHeld = false;
      const count = toasts.length;
      toast?.action?.onSelect();
      await waitFor(() => toasts.length > count);
      return toasts.at(-1);
    },
    async lastToast() {
      await waitFor(() => toasts.length > 0);
      return toasts.at(-1);
    },
  };
}

const textOf = ({ detail }: ToastContent) =>
  renderToStaticMarkup(detail)
    .replaceAll("</p><p>", " ")
    .replaceAll(/<\/?p>/g, "");

/** Whether the record has everything that the edit changed. */
function hasEdit(record: Subscription, { target_value = PEOPLE, ...others }: SubscriptionChange): boolean {
  const wanted = diffRecipients(PEOPLE, target_value);
  const actual = diffRecipients(PEOPLE, record.target_value);
  return (
    Object.entries(others).every(([field, value]) => isSameValue(field, value, record[field])) &&
    wanted.added.every((each) => actual.added.includes(each)) &&
    wanted.removed.every((each) => actual.removed.includes(each))
  );
}

interface Expected {
  readonly button: string;
  /** Texts of the two editors. */
  readonly texts: readonly string[];
}
const NOTHING: Expected = { button: "", texts: [] };

it.each<[string, SubscriptionChange, SubscriptionChange, Expected]>([
  [
    "the title",
    { title: "A" },
    { title: "B" },
    {
      button: "Use mine",
      texts: ["Title (theirs): B Title (yours): A", "Title (theirs): A Title (yours): B"],
    },
  ],
  [
    "recipients",
    CLEO,
    DI,
    {
      button: "Merge",
      texts: [
        "Recipients (theirs): Ana@x.co, ben@x.co, and di@x.co Recipients (yours): + cleo@x.co",
        "Recipients (theirs): Ana@x.co, ben@x.co, and cleo@x.co Recipients (yours): + di@x.co",
      ],
    },
  ],
  [
    "a removed and an added recipient",
    { target_value: "Ana@x.co" },
    CLEO,
    {
      button: "Merge",
      texts: [
        "Recipients (theirs): Ana@x.co, ben@x.co, and cleo@x.co Recipients (yours): − ben@x.co",
        "Recipients (theirs): Ana@x.co Recipients (yours): + cleo@x.co",
      ],
    },
  ],
  [
    "the title and recipients",
    { title: "A", ...CLEO },
    { title: "B", ...DI },
    {
      button: "Use mine",
      texts: [
        "Title (theirs): B Title (yours): A Recipients (theirs): Ana@x.co, ben@x.co, and di@x.co Recipients (yours): + cleo@x.co",
        "Title (theirs): A Title (yours): B Recipients (theirs): Ana@x.co, ben@x.co, and cleo@x.co Recipients (yours): + di@x.co",
      ],
    },
  ],
  ["different fields", { title: "A" }, CLEO, NOTHING],
  ["the same value", { title: "A" }, { title: "A" }, NOTHING],
])("two saves of %s report every overwritten value that an editor can see", async (_name, ...row) => {
  const [first, second, { button, texts }] = row;
  const seen = { overwritten: 0, reported: 0 };
  for (const order of ORDERS) {
    const project = openProject();
    const base = await read(project);
    const editors = [submit("one", base, first), submit("other", base, second)] as const;
    const sentBy: number[] = [];
    for (const index of order) {
      const editor = editors[index === 0 ? 0 : 1];
      const count = editor.log.length;
      await editor.step();
      if (editor.log.length > count) sentBy.push(index);
    }
    for (const editor of editors) await editor.finish();
    const end = await read(project);
    const saves = editors.filter(({ log }) => log.includes("PATCH"));
    // Nothing is changed without a press.
    expect(project.sent()).toHaveLength(saves.length);
    const positions = editors.map((_, index) => sentBy.flatMap((each, at) => (each === index ? [at] : [])));
    for (const [index, editor] of editors.entries()) {
      const other = editors[1 - index];
      const [, savedAt = 0, readAgainAt = 0] = positions[index] ?? [];
      const [, otherSavedAt = 0] = positions[1 - index] ?? [];
      const isOverwritten = saves.includes(editor) && !hasEdit(end, editor.body);
      const isVisible = savedAt < otherSavedAt && otherSavedAt < readAgainAt;
      const shown = editor.overwritten();
      expect({ order, isReported: shown !== undefined }).toEqual({
        order,
        isReported: isOverwritten && isVisible,
      });
      seen.overwritten += Number(isOverwritten);
      if (shown === undefined) continue;
      seen.reported += 1;
      expect(textOf(shown).split(" If you choose ")[0]).toBe(texts[index]);
      expect(shown.action?.label).toBe(button);
      expect(await editor.press(shown)).toMatchObject({ title: expect.stringMatching(/^Saved/) });
      expect(project.sent()).toHaveLength(saves.length + 1);
      const merged = await read(project);
      expect(hasEdit(merged, editor.body)).toBe(true);
      const { target_value } = other?.body ?? {};
      if (target_value !== undefined) expect(hasEdit(merged, { target_value })).toBe(true);
    }
  }
  // In 12 of 20 orders, both check before the first save. In four of them, the first one also reads again before it.
  expect(seen).toEqual(button === "" ? { overwritten: 0, reported: 0 } : { overwritten: 12, reported: 8 });
});

describe("the read after a save", () => {
  /** Submits a form, and changes the record right after the save as a colleague. */
  async function saveBefore(body: SubscriptionChange, change: object) {
    const project = openProject();
    const editor = submit("one", await read(project), body);
    await editor.step();
    await editor.step();
    const toast = await editor.lastToast();
    project.putSubscription({ id: ID, ...change });
    return { project, toast, ...editor };
  }

  it.each<[string, SubscriptionChange, object, string | undefined]>([
    [
      "a value that depends on a saved one",
      { interval: 2 },
      { frequency: "daily" },
      "Frequency (theirs): daily Frequency (yours): weekly",
    ],
    ["the old value", { title: "A" }, { title: "Figures" }, "Title (theirs): Figures Title (yours): A"],
    [
      "the channel",
      CLEO,
      { target_type: "slack", target_value: "C1|#x" },
      `Recipients (theirs): Channel: Slack, Recipients: C1|#x Recipients (yours): Channel: Email, Recipients: ${CLEO.target_value}`,
    ],
    ["another field", { title: "A" }, { interval: 2 }, undefined],
    ["title and Trash", { title: "A" }, { title: "B", deleted: true }, "Title (theirs): B Title (yours): A"],
    ["its move to Trash", { title: "A" }, { deleted: true }, undefined],
    [
      "a date in another notation",
      { start_date: "2026-12-01T08:00:00Z" },
      { start_date: "2026-12-01T09:00:00+01:00" },
      undefined,
    ],
    ["an unreturned value", { title: "A", invite_message: "Hi" }, { invite_message: "Ho" }, undefined],
  ])("compares values if someone else saves %s", async (_name, body, change, text) => {
    const { step, finish, overwritten } = await saveBefore(body, change);
    await step();
    await finish();
    const shown = overwritten();
    expect(shown && textOf(shown).split(" If you choose ")[0]).toBe(text);
  });

  it("ignores what the user has undone", async () => {
    const { toast, press, project, finish, step, overwritten } = await saveBefore({ title: "A" }, {});
    expect(await press(toast)).toMatchObject({ title: "Undid changes to “A”" });
    await step();
    await finish();
    expect(overwritten()).toBeUndefined();
    expect(project.sent()).toHaveLength(2);
  });

  it("isn't sent after the user has disconnected", async () => {
    const { dispose, finish, log } = await saveBefore({ title: "A" }, { title: "B" });
    dispose();
    await finish();
    expect(log).toEqual(["GET", "PATCH"]);
  });

  it("offers newer values if the record changes again before the press", async () => {
    const editor = await saveBefore({ title: "A" }, { title: "B" });
    await editor.step();
    await editor.finish();
    editor.project.putSubscription({ id: ID, title: "C" });
    const next = await editor.press(editor.overwritten());
    expect(next && textOf(next)).toBe("Title (theirs): C Title (yours): A");
    expect(editor.project.sent()).toHaveLength(1);
    expect(await editor.press(next)).toMatchObject({ title: "Saved “A”" });
  });
});

it("says that a colleague has saved between the check and the save", async () => {
  const project = openProject();
  const editor = submit("one", await read(project), { title: "A" });
  await editor.step();
  project.putSubscription({ id: ID, interval: 3, title: "B" });
  await editor.step();
  expect(await editor.lastToast()).toMatchObject({
    title: "Saved “A”",
    detail: expect.stringMatching(/^Someone else saved at the same time \(Interval: 1 → 3\)\. If they/),
  });
});

it("200 random interleavings of two saves change nothing that nobody changed, and mail nobody twice", async () => {
  const added = fc.subarray(["cleo@x.co", "di@x.co"]);
  const recipients = fc.tuple(fc.subarray(PEOPLE.split(", "), { minLength: 1 }), added);
  const anyEdit = fc.record(
    {
      title: fc.constantFrom("A", "B"),
      frequency: fc.constantFrom("daily", "monthly"),
      interval: fc.constantFrom(2, 3),
      target_value: recipients.map((each) => each.flat().join(",")),
    },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(
    anyEdit,
    anyEdit,
    fc.constantFrom(...ORDERS),
    async (first, second, order) => {
      const project = openProject();
      const mailedBefore = project.db.outbox.length;
      const base = await read(project);
      const editors = [submit("one", base, first), submit("other", base, second)] as const;
      for (const index of order) await editors[index === 0 ? 0 : 1].step();
      for (const editor of editors) await editor.finish();
      const end = await read(project);
      for (const editor of editors) editor.dispose();
      // An editor whose save meets a conflict sends nothing.
      const saved = editors.filter(({ log }) => log.includes("PATCH")).map(({ body }) => body);
      for (const field of ["title", "frequency", "interval", "start_date", "dashboard", "deleted"] as const) {
        const sent = saved.flatMap((edit) => (field in edit ? [Reflect.get(edit, field)] : []));
        expect(sent.length > 0 ? sent : [base[field]]).toContain(end[field]);
      }
      const wanted = saved.map(({ target_value = PEOPLE }) => diffRecipients(PEOPLE, target_value));
      const actual = diffRecipients(PEOPLE, end.target_value);
      expect(wanted.flatMap((each) => each.added)).toEqual(expect.arrayContaining([...actual.added]));
      expect(wanted.flatMap((each) => each.removed)).toEqual(expect.arrayContaining([...actual.removed]));
      const mailed = project.db.outbox.slice(mailedBefore).map(({ target }) => target);
      expect(new Set(mailed).size).toBe(mailed.length);
    },
  );
  await fc.assert(property, { numRuns: 200 });
});
