import { fireEvent, waitFor, within } from "@testing-library/react";
import { buttonIn } from "./fault-setup";

/** The page itself, without what lies over it. */
export const main = () => document.querySelector("main");
/** What lies over the page. */
export const dialog = () => document.querySelector<HTMLElement>("[role=dialog]");
/** The failure in what lies over the page. */
export const inDialog = () => dialog()?.querySelector("[role=alert]") ?? null;
/** What lies above the page for a while and says what was not done. */
export const message = () => {
  const all = [...document.querySelectorAll("[role=alert]")];
  return (
    all.findLast((one) => / was (not )?(deleted|restored|changed|taken back)/.test(one.textContent ?? "")) ??
    null
  );
};
/** The button that opens the menu of the first row. */
export const rowMenu = () => main()?.querySelector<HTMLElement>("[aria-label^='Actions for']");
/** The rows that stand first, by the names of their menus. */
export const firstRows = () =>
  [...(main()?.querySelectorAll("[aria-label^='Actions for']") ?? [])]
    .slice(0, 3)
    .map((menu) => menu.getAttribute("aria-label"))
    .join();

/** Presses what is there; nothing where nothing is. */
export function click(element: Element | null | undefined): void {
  if (element) fireEvent.click(element);
}

/** Presses twice before anything is drawn anew, as a double click on a slow machine does. */
export function clickTwice(element: Element | null | undefined): void {
  click(element);
  click(element);
}

/** Puts a value into a field as a whole, as a paste or an autofill does. */
export function type(form: HTMLElement, label: string | RegExp, value: string): void {
  const field = within(form).getByLabelText(label);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

/** Types one of several values and ends it. */
export function addChip(form: HTMLElement, label: string | RegExp, text: string): void {
  const field = within(form).getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: "Enter" });
}

/** Takes one of a group. */
export function choose(form: HTMLElement, label: string): void {
  click(within(form).getByLabelText(label));
}

/** Sends the form that lies over the page, by two quick clicks. */
export function submit(): void {
  clickTwice(dialog()?.querySelector("button[type=submit]"));
}

/** Waits for a button of a part of the page. */
export async function findButton(place: () => ParentNode | null, words: string | RegExp) {
  await waitFor(() => {
    if (buttonIn(place(), words) === undefined) throw new Error(`no button ${String(words)}`);
  });
  return buttonIn(place(), words);
}

/** Opens a menu and takes an entry that can be taken. */
export async function take(opener: Element | null | undefined, entry: RegExp): Promise<void> {
  click(opener);
  const items = () => [...document.querySelectorAll("[role=menuitem]:not([aria-disabled=true])")];
  const found = () => items().find((item) => entry.test(item.textContent ?? ""));
  await waitFor(() => {
    if (found() === undefined) throw new Error(`no entry ${String(entry)}`);
  });
  click(found());
}
