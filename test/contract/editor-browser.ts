import { type Client, createClient } from "@/api/client";
import { getSubscription, type Subscription, type SubscriptionChange } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { createBackend } from "@/data/backend/create-backend";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { planBulkJobUndo } from "@/data/bulk/bulk-undo";
import { isSameValue } from "@/data/changes/change-labels";
import type { PlannedChange } from "@/data/changes/planned-change";
import { findDuplicateGroups, planDuplicateRemoval } from "@/features/subscriptions/findings/duplicates";
import { saveEdit } from "@/features/subscriptions/form/save-edit";
import { availableSubscriptionActions } from "@/features/subscriptions/model/subscription-rules";
import { setEnabled } from "@/features/subscriptions/pause/set-enabled";
import { createEditOrigin } from "@/features/subscriptions/schema/subscription-form-values";
import { toSubscriptionChange } from "@/features/subscriptions/schema/subscription-requests";
import { createTrashActions } from "@/features/subscriptions/undo/use-trash-actions";
import { normalizeAddress } from "@/lib/recipients/recipients";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import type { ToastContent } from "@/ui/feedback/toasts";
import type { MockServer } from "../support/mock-server";
import type { Step } from "./editor-scripts";
import { type Intent, invertChange, peopleIn, type SentChange } from "./sent-change";

export const PROJECT = { project_id: "3" };

/** The server of a dialogue. Both browsers send their requests to its address. */
export interface EditorServer {
  readonly address: string;
  readonly mocks: MockServer;
}

/** State that both browsers of a dialogue share. */
export interface Dialogue {
  readonly server: EditorServer;
  /** Records on the server by ID, after the last change. */
  readonly records: Map<number, Subscription>;
  /** Receives the changes of both browsers. */
  readonly sent: SentChange[];
  /** Whether the other browser can act between any two requests, not only before a check. */
  readonly canRace: boolean;
  readonly takesMine: () => boolean;
  readonly note: (event: string) => void;
}

export function connect(
  { address }: EditorServer,
  name: string,
  fetch: (request: Request) => Promise<Response>,
) {
  const connection = { id: name, label: name, baseUrl: address, prefix: "environments" } as const;
  return createClient({ connection: { ...connection, key: "phx_demo_all" }, fetch });
}

/**
 * Makes bulk jobs send one change at a time, because a browser can wait for only one turn at a
 * time.
 */
function leaveOnePlace({ budget }: Client): void {
  for (let taken = 0; taken < 3; taken += 1) void budget.acquire({ isChange: true });
}

const NOBODY: ReadonlySet<string> = new Set();

/** Opens a browser whose user calls the app's functions. `takeTurn` resolves when the browser may continue. */
export function openEditorBrowser(name: string, dialogue: Dialogue, takeTurn: () => Promise<void>) {
  const { server, records, sent, canRace, takesMine, note } = dialogue;
  const path = (id: number) => ({ path: { ...PROJECT, id } });
  const admin = connect(server, "admin", server.mocks.fetch);
  const ids = [...records.keys()];
  let intents = new Map<number, Intent>();
  let losesAnswer = false;
  /** Records as the browser last read them. */
  const reads = new Map<number, Subscription>();
  const own: SentChange[] = [];

  async function send(request: Request): Promise<Response> {
    if (canRace) await takeTurn();
    const id = ids.find((each) => request.url.includes(`/subscriptions/${each}/`)) ?? 0;
    const before = records.get(id);
    if (before === undefined) throw new Error("The browser reads another record.");
    if (request.method !== "PATCH") {
      reads.set(id, before);
      return server.mocks.fetch(request);
    }
    const intent = structuredClone(intents.get(id));
    const mailCount = server.mocks.db.outbox.length;
    const body: SubscriptionChange = await request.clone().json();
    const response = await server.mocks.fetch(request);
    const after = await admin.request(getSubscription, path(id));
    const mailed = server.mocks.db.outbox.slice(mailCount).map(({ target }) => normalizeAddress(target));
    const needed = [id, intent?.replacedBy ?? id];
    const isRaced = needed.some((each) => reads.get(each) !== records.get(each));
    const read = reads.get(id) ?? before;
    const change = { id, intent, body, status: response.status, read, before, after, mailed, isRaced };
    reads.set(id, after);
    records.set(id, after);
    own.push(change);
    sent.push(change);
    const isLost = losesAnswer;
    losesAnswer = false;
    await takeTurn();
    if (isLost) throw new TypeError("Failed to fetch");
    return response;
  }

  const client = connect(server, name, send);
  const api: Api = { ...createBackend(client), projectId: PROJECT.project_id };
  const { queryClient } = api;
  leaveOnePlace(client);
  const read = (index: number) => client.request(getSubscription, path(ids[index] ?? 0));

  /** Changes that the browser offers to undo, oldest first. */
  const offers = new Map<string, { readonly undone: readonly SentChange[]; run: () => Promise<void> }>();
  let undoing: readonly SentChange[] = [];
  let toastCount = 0;
  let onToast = () => {};
  const toasts = {
    show({ action, detail }: ToastContent) {
      if (String(detail).includes("both changes were merged")) note("merge");
      const id = `toast-${(toastCount += 1)}`;
      const run = () => {
        const shown = new Promise<void>((resolve) => (onToast = resolve));
        action?.onSelect();
        return shown;
      };
      const undone = action?.label === "Undo" ? own.slice(-1) : undoing;
      if (action) offers.set(id, { undone, run });
      onToast();
      return id;
    },
    dismiss: (id: string) => void offers.delete(id),
  };
  const confirm = async () => {
    const isConfirmed = takesMine();
    // No toast follows.
    if (!isConfirmed) onToast();
    return isConfirmed;
  };
  const context = { api, toasts, confirm };

  async function runJob(changes: readonly PlannedChange[]) {
    const job = startBulkJob(api, { label: name, changes });
    await new Promise<void>((resolve) => {
      const endIfFinished = () => job.get().phase === "finished" && resolve();
      job.subscribe(endIfFinished);
      endIfFinished();
    });
    return job;
  }

  /** Edits a record in the form. Saves again if the response was lost. */
  async function edit({ index, edit: { values, fields, add, remove }, sendsNow }: Step & { act: "edit" }) {
    const base = await read(index);
    const { id } = base;
    const origin = createEditOrigin(base, "UTC");
    // A value that the form already shows isn't an edit.
    const known = peopleIn(base);
    const added = add.filter((each) => !known.has(normalizeAddress(each)));
    const left = origin.values.recipients.filter((each) => !remove.includes(normalizeAddress(each)));
    const recipients = [...left, ...added];
    const body = toSubscriptionChange({ ...origin.values, ...values, recipients }, origin);
    const typed = Object.entries(fields).filter(
      ([field, value]) => field in base && !isSameValue(field, value, base[field]),
    );
    await takeTurn();
    const save = async () => {
      const intent = {
        act: "edit" as const,
        fields: Object.fromEntries(typed),
        add: new Set(added.map(normalizeAddress)),
        remove: new Set(remove.filter((each) => known.has(each))),
        sendsNow,
      };
      intents.set(id, intent);
      await saveEdit(
        context,
        { base, body },
        {
          sendsNow,
          async ask({ conflicts }) {
            note("conflict");
            await takeTurn();
            const chosen = conflicts.filter(takesMine);
            for (const conflict of conflicts) {
              for (const field of Object.keys(conflict.theirs)) delete intent.fields[field];
              if (chosen.includes(conflict)) Object.assign(intent.fields, conflict.mine);
            }
            return chosen;
          },
        },
      );
    };
    await save().catch(() => {
      note("lost answer");
      return save();
    });
  }

  async function removeDuplicates(index: number): Promise<void> {
    const rows = [await read(0), await read(1)];
    const [group] = runToCompletion(findDuplicateGroups(rows));
    const kept = rows[index];
    const other = rows[1 - index];
    if (group === undefined || kept === undefined || other === undefined) return;
    const plan = planDuplicateRemoval(group, kept.id, { addMissing: true });
    intents.set(kept.id, { act: "duplicates", fields: {}, add: peopleIn(other), remove: NOBODY });
    const fields = { deleted: true };
    intents.set(other.id, { act: "duplicates", fields, add: NOBODY, remove: NOBODY, replacedBy: kept.id });
    await takeTurn();
    const first = own.length;
    const job = await runJob(plan);
    const undone = own.slice(first);
    const run = async () => {
      const changes = await planBulkJobUndo(api, job);
      await takeTurn();
      await runJob(changes);
    };
    if (undone.length > 0) offers.set(job.id, { undone, run });
  }

  async function undoLast(): Promise<void> {
    const [id, offer] = [...offers].at(-1) ?? [];
    if (id === undefined || offer === undefined) return;
    offers.delete(id);
    undoing = offer.undone;
    for (const change of undoing) intents.set(change.id, invertChange(change));
    const count = own.length;
    await offer.run();
    if (own.length === count) note("refused undo");
  }

  async function actOnRow(index: number, act: "pause" | "trash"): Promise<void> {
    // The list's row may be outdated when the user selects its action.
    const row = await read(index);
    await takeTurn();
    const actions = availableSubscriptionActions(row);
    const trash = createTrashActions(context);
    if (act === "pause" && (actions.includes("pause") || actions.includes("resume"))) {
      intents.set(row.id, { act, fields: { enabled: !row.enabled }, add: NOBODY, remove: NOBODY });
      await setEnabled(context, row, !row.enabled);
    }
    if (act === "trash") {
      intents.set(row.id, { act, fields: { deleted: !row.deleted }, add: NOBODY, remove: NOBODY });
      await (actions.includes("delete") ? trash.remove(row) : trash.restore(row));
    }
  }

  return {
    async run(script: readonly Step[]): Promise<void> {
      for (const step of script) {
        await takeTurn();
        intents = new Map();
        losesAnswer = step.losesAnswer;
        if (step.act === "edit") await edit(step);
        else if (step.act === "duplicates") await removeDuplicates(step.index);
        else if (step.act === "undo") await undoLast();
        else await actOnRow(step.index, step.act);
      }
      queryClient.clear();
    },
  };
}
