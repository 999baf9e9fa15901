import { fireEvent, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { setRegexHelper } from "@/data/browser-storage/experiments";
import {
  addChip,
  click,
  dialogElement,
  findButton,
  firstRowMenu,
  mainElement,
  openMenuAndSelect,
  selectOption,
  setFieldValue,
} from "../faults/fault-actions";
import { findButtonIn } from "../faults/fault-setup";
import { LEGACY_KEY, MISSING, type Need, type ServerCell } from "./server-cells";

export interface SentBody {
  readonly method: string;
  /** Path relative to the project. */
  readonly path: string;
  readonly body?: unknown;
}

/** The most common use of a page. */
export interface MainJob {
  readonly route: string;
  readonly path: string;
  /** Scope for reading the page. */
  readonly reads: (cell: ServerCell) => Need;
  /** Whether the page shows its main content. */
  readonly ready: () => unknown;
  /** The page's most common change. */
  readonly change?: {
    readonly needs: (cell: ServerCell) => Need;
    /** Sends the change. Returns the button's text if it names the number of emails. */
    readonly send: () => Promise<string | void>;
    /** Text of the page after the change. */
    readonly done: RegExp;
    /** All requests of the change on a server of 2025. The bodies must match byte for byte. */
    readonly sends: readonly SentBody[];
  };
}

const PROJECT = "/p/1";
const TEMPLATE = "/p/:projectId";
const SUBSCRIPTION = 1066;
/** The recipients of a company-wide subscription, without the departing member. */
const EVERYONE =
  "ana.ferreira tomasz.wierzbicki priya.raghavan jonas.lindqvist mei.tanaka oluwaseun.adeyemi claire.dubois mateo.salazar ingrid.haugen samir.khoury hannah.orourke luca.moretti zeynep.yildiz freya.nielsen arjun.mehta gabriel.santos nora.vanderberg kwame.boateng elise.fontaine yusuf.demir charlotte.whitfield aaliyah.brooks viktor.novak";
/** ID of the first of the two duplicates that each test creates, on servers up to 2025. */
const DUPLICATE = 1067;
const CLAIRE = "ab5f974b-97d9-4404-a612-a23f3c832ec6";
const VIKTOR = "viktor.novak@harbourline.example";
/**
 * Labels of a dashboard with two subscriptions. The second one applies without the scopes for
 * names.
 */
const BOARD_PACK = ["Board pack", "Dashboard 212"];
const AUDIT = "audit@northgate.example";

const patch = (id: number, body: object): SentBody => ({
  method: "PATCH",
  path: `subscriptions/${id}/`,
  body,
});
/** Returns email addresses of people in the company. */
const addresses = (names: string) =>
  names
    .split(" ")
    .map((name) => `${name}@harbourline.example`)
    .join(",");

const always = (need: Need) => () => need;
const readsSubscriptions = always("subscription:read");
const writesSubscriptions = always("subscription:write");
const membersNeed =
  (scope: string) =>
  ({ generation }: ServerCell): Need =>
    generation === "2026" ? scope : null;
const vitalsNeed = ({ generation }: ServerCell): Need => (generation === "2024" ? MISSING : "query:read");
const sessionsNeed = ({ generation }: ServerCell): Need => {
  if (generation === "2024") return LEGACY_KEY;
  return generation === "2026" ? "query:read" : null;
};

const text = (pattern: RegExp) => () => pattern.test(mainElement()?.textContent ?? "");
const button = (name: string | RegExp) => () => findButtonIn(mainElement(), name);

async function found<Item>(find: () => Item | null | undefined): Promise<Item> {
  await waitFor(() => expect(find()).toBeTruthy());
  const item = find();
  if (!item) throw new Error("it is gone");
  return item;
}

const firstMenuOf = (title: string) => () =>
  mainElement()?.querySelector<HTMLElement>(`[aria-label^="Actions for ${title}"]`);
const messages = () => document.querySelector("[aria-label^='Notifications']");

const listButtons = (parent: ParentNode | null, name: string) =>
  [...(parent?.querySelectorAll("button") ?? [])].filter((each) => each.textContent?.trim() === name);

const openForm = () => found(dialogElement);
/** Submits the form once. Returns the button's text. */
async function submit(form: HTMLElement): Promise<string> {
  const submitButton = await found(() => form.querySelector("button[type=submit]:not([aria-disabled=true])"));
  const label = submitButton.textContent ?? "";
  click(submitButton);
  return label;
}
/** Runs the previewed changes, waits until they finish, and closes the dialog. */
async function runChanges(): Promise<void> {
  click(await findButton(dialogElement, /^Run \d+ changes?$/));
  await found(() => /Finished/.test(dialogElement()?.textContent ?? ""));
  click(listButtons(dialogElement(), "Close").at(-1));
}

export const MAIN_JOBS: readonly MainJob[] = [
  {
    route: `${TEMPLATE}/subscriptions/new`,
    path: `${PROJECT}/subscriptions/new`,
    reads: readsSubscriptions,
    ready: dialogElement,
    change: {
      needs: writesSubscriptions,
      async send() {
        const form = await openForm();
        selectOption(form, "Insight");
        setFieldValue(form, /^Insight (name|ID)/, "4001");
        addChip(form, /^Recipients( \*)?$/, "ana@example.com");
        setFieldValue(form, "Unit", "daily");
        setFieldValue(form, "Time", "10:30");
        setFieldValue(form, "Start date", "2027-03-01");
        setFieldValue(form, /^Title/, "Figures for everyone");
        return submit(form);
      },
      done: /Created “Figures for everyone”/,
      sends: [
        {
          method: "POST",
          path: "subscriptions/",
          body: {
            insight: 4001,
            target_type: "email",
            target_value: "ana@example.com",
            frequency: "daily",
            interval: 1,
            start_date: "2027-03-01T09:30:00Z",
            title: "Figures for everyone",
          },
        },
      ],
    },
  },
  {
    route: `${TEMPLATE}/subscriptions/:id/edit`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}/edit`,
    reads: readsSubscriptions,
    ready: dialogElement,
    change: {
      needs: writesSubscriptions,
      async send() {
        const form = await openForm();
        setFieldValue(form, /^Title/, "Figures of the year");
        return submit(form);
      },
      done: /Saved “Figures of the year”/,
      sends: [patch(SUBSCRIPTION, { title: "Figures of the year" })],
    },
  },
  {
    route: TEMPLATE,
    path: PROJECT,
    reads: readsSubscriptions,
    ready: text(/Next 24 hours/),
  },
  {
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions?q=figures+twice`,
    reads: readsSubscriptions,
    ready: firstMenuOf("Figures twice"),
    change: {
      needs: writesSubscriptions,
      async send() {
        await openMenuAndSelect(firstMenuOf("Figures twice")(), /^Delete/);
        await found(() => /Deleted “Figures twice”/.test(messages()?.textContent ?? ""));
        click(await found(() => listButtons(messages(), "Undo").at(-1)));
      },
      done: /Restored “Figures twice”/,
      sends: [patch(DUPLICATE, { deleted: true }), patch(DUPLICATE, { deleted: false })],
    },
  },
  {
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    reads: readsSubscriptions,
    ready: text(/Next deliveries/),
  },
  {
    route: `${TEMPLATE}/subscriptions/import`,
    path: `${PROJECT}/subscriptions/import`,
    reads: readsSubscriptions,
    ready: button("Paste text instead"),
    change: {
      needs: writesSubscriptions,
      async send() {
        click(await findButton(mainElement, "Paste text instead"));
        const main = await found<HTMLElement>(mainElement);
        const head = {
          kind: "subscriptions",
          version: 1,
          scope: "selection",
          exported: "2026-11-21T10:00:00Z",
          server: "https://eu.example.com",
          project: "1",
        };
        const subscriptions = [{ id: 1040, title: "Figures of the week" }];
        await found(() => main.querySelector("textarea"));
        setFieldValue(main, "Edited text", JSON.stringify({ environs: head, subscriptions }));
        click(await findButton(mainElement, "Review changes"));
        click(await findButton(mainElement, "Import 1 change…"));
        await runChanges();
      },
      done: /./,
      sends: [patch(1040, { title: "Figures of the week" })],
    },
  },
  {
    route: `${TEMPLATE}/recipients`,
    path: `${PROJECT}/recipients?q=northgate`,
    reads: readsSubscriptions,
    ready: firstRowMenu,
    change: {
      needs: writesSubscriptions,
      async send() {
        await openMenuAndSelect(await found(firstMenuOf(AUDIT)), /^Remove everywhere/);
        await runChanges();
      },
      done: /./,
      sends: [patch(1064, { target_value: addresses("tomasz.wierzbicki priya.raghavan nora.vanderberg") })],
    },
  },
  {
    route: `${TEMPLATE}/sources`,
    path: `${PROJECT}/sources`,
    reads: readsSubscriptions,
    ready: firstRowMenu,
    change: {
      needs: writesSubscriptions,
      async send() {
        const menu = await found(() => BOARD_PACK.map((name) => firstMenuOf(name)()).find(Boolean));
        click(menu.closest("tr")?.querySelector("input[type=checkbox]"));
        click(await findButton(() => document.querySelector("[aria-label=Selection]"), "Delete"));
        await runChanges();
      },
      done: /./,
      sends: [patch(1064, { deleted: true }), patch(1053, { deleted: true })],
    },
  },
  {
    route: `${TEMPLATE}/calendar`,
    path: `${PROJECT}/calendar`,
    reads: readsSubscriptions,
    ready: text(/\d deliver/),
  },
  {
    route: `${TEMPLATE}/health`,
    path: `${PROJECT}/health`,
    reads: readsSubscriptions,
    // The demo data has exactly two overdue subscriptions on servers of every generation.
    ready: text(/Overdue · 2 subscriptions.*Delete 1 duplicate…/),
    change: {
      needs: writesSubscriptions,
      async send() {
        click(await findButton(mainElement, /^Delete 1 duplicate…/));
        await runChanges();
      },
      done: /./,
      sends: [patch(DUPLICATE + 1, { deleted: true })],
    },
  },
  {
    route: `${TEMPLATE}/exports/new`,
    path: `${PROJECT}/exports/new`,
    reads: always("export:read"),
    ready: dialogElement,
    change: {
      needs: ({ generation, kind }) =>
        generation === "2026" && kind === "no catalog scopes" ? "insight:read" : "export:write",
      async send() {
        const form = await openForm();
        selectOption(form, "Insights");
        addChip(form, /^Insight (?:names|IDs)( \*)?$/, "4001");
        setFieldValue(form, "Format", "text/csv");
        return submit(form);
      },
      // Doesn't match the message about the subscription that the first job created.
      done: /Created “(?!Figures)/,
      sends: [{ method: "POST", path: "exports/", body: { insight: 4001, export_format: "text/csv" } }],
    },
  },
  {
    route: `${TEMPLATE}/exports`,
    path: `${PROJECT}/exports`,
    reads: always("export:read"),
    ready: firstRowMenu,
  },
  {
    route: `${TEMPLATE}/exports/:id`,
    path: `${PROJECT}/exports/7038`,
    reads: always("export:read"),
    ready: text(/Export in another format/),
  },
  {
    route: `${TEMPLATE}/members`,
    path: `${PROJECT}/members?q=claire.dubois%40`,
    reads: membersNeed("access_control:read"),
    ready: button(/^Level of Claire/),
    change: {
      needs: membersNeed("access_control:write"),
      async send() {
        await openMenuAndSelect(findButtonIn(mainElement(), /^Level of Claire/), /Administrator/);
      },
      done: /Set Claire Dubois to Administrator/,
      sends: [{ method: "PATCH", path: `explicit_members/${CLAIRE}/`, body: { level: 8 } }],
    },
  },
  {
    route: `${TEMPLATE}/members/new`,
    path: `${PROJECT}/members/new`,
    reads: membersNeed("access_control:read"),
    ready: dialogElement,
    change: {
      needs: membersNeed("access_control:write"),
      async send() {
        const form = await openForm();
        addChip(form, /^People( \*)?$/, VIKTOR);
        return submit(form);
      },
      done: /Added Viktor/,
      sends: [
        {
          method: "POST",
          path: "explicit_members/",
          body: { user_uuid: "6e53fc28-bdcb-4bdc-8af9-90016581adcc", level: 1 },
        },
      ],
    },
  },
  {
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${CLAIRE}`,
    reads: membersNeed("access_control:read"),
    ready: button("Remove…"),
    change: {
      needs: membersNeed("access_control:write"),
      async send() {
        click(await findButton(mainElement, "Remove…"));
        click(await findButton(dialogElement, "Remove"));
      },
      done: /Removed Claire/,
      sends: [{ method: "DELETE", path: `explicit_members/${CLAIRE}/` }],
    },
  },
  {
    route: `${TEMPLATE}/members/offboard`,
    path: `${PROJECT}/members/offboard?person=daniel.okafor@harbourline.example`,
    reads: readsSubscriptions,
    ready: text(/and \d+ in Trash\./),
    change: {
      needs: writesSubscriptions,
      async send() {
        click(await findButton(mainElement, /^Run \d+ steps?$/));
      },
      done: /Finished/,
      sends: [
        patch(1018, { deleted: true }),
        patch(1020, { deleted: true }),
        patch(1022, { target_value: addresses("mateo.salazar") }),
        { method: "DELETE", path: "explicit_members/2935fd37-447e-469a-a9a5-9a696b8fff48/" },
        patch(1044, { target_value: "bi@lumen.example" }),
        patch(1051, { target_value: addresses(EVERYONE) }),
        patch(1060, { target_value: addresses("mateo.salazar gabriel.santos henrik.sorensen") }),
      ],
    },
  },
  {
    route: `${TEMPLATE}/vitals`,
    path: `${PROJECT}/vitals?path=/pricing`,
    reads: vitalsNeed,
    ready: text(/p90/),
  },
  {
    route: `${TEMPLATE}/vitals/path`,
    path: `${PROJECT}/vitals/path?path=/pricing`,
    reads: vitalsNeed,
    ready: () => document.querySelector("[aria-label='Points of LCP']"),
  },
  {
    route: `${TEMPLATE}/sessions`,
    path: `${PROJECT}/sessions?property=$entry_utm_source`,
    reads: sessionsNeed,
    ready: () => document.querySelector("[aria-label='Values of UTM source']"),
  },
  {
    route: `${TEMPLATE}/regex`,
    path: `${PROJECT}/regex`,
    reads: always(null),
    ready: () => mainElement()?.querySelector("h1"),
    change: {
      needs: always("*"),
      async send() {
        setRegexHelper(true);
        const generate = await findButton(mainElement, "Generate pattern");
        setFieldValue(await found<HTMLElement>(mainElement), /^What should the pattern find/, "a date");
        fireEvent.click(generate ?? document.body);
      },
      done: /\\d\{4\}/,
      sends: [{ method: "POST", path: "session_recordings/ai/regex/", body: { regex: "a date" } }],
    },
  },
  {
    route: `${TEMPLATE}/activity`,
    path: `${PROJECT}/activity`,
    reads: always(null),
    ready: text(/Download JSON|No changes yet/),
    change: {
      needs: writesSubscriptions,
      async send() {
        await openMenuAndSelect(await found(firstMenuOf("Changed Weekly growth review")), /^Undo/);
        click(await findButton(dialogElement, "Undo 1 change"));
      },
      done: /The change was undone/,
      sends: [patch(1040, { title: "Weekly growth review" })],
    },
  },
  {
    route: "/settings/server",
    path: "/settings/server",
    reads: always(null),
    ready: text(/Request log/),
  },
  { route: "/settings", path: "/settings", reads: always(null), ready: text(/Color scheme/) },
  { route: "/help/:page?", path: "/help/exports", reads: always(null), ready: text(/Exports/) },
];
