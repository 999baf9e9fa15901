import { fireEvent, waitFor, within } from "@testing-library/react";
import { findButtonIn } from "./fault-setup";

/** The page itself, without what lies over it. */
export const mainElement = () => document.querySelector("main");
/** What lies over the page. */
export const dialogElement = () => document.querySelector<HTMLElement>("[role=dialog]");
/** The failure in what lies over the page. */
export const dialogAlert = () => dialogElement()?.querySelector("[role=alert]") ?? null;
/** What lies above the page for a while and says what was not done. */
export const undoAlert = () => {
  const all = [...document.querySelectorAll("[role=alert]")];
  return (
    all.findLast((one) =>
      / (?:was|wasn't|was not) (?:deleted|restored|changed|undone)|Couldn't (?:undo|change|confirm)/.test(
        one.textContent ?? "",
      ),
    ) ?? null
  );
};
/** The button that opens the menu of the first row. */
export const firstRowMenu = () => mainElement()?.querySelector<HTMLElement>("[aria-label^='Actions for']");
/** The rows that stand first, by the names of their menus. */
export const firstRows = () =>
  [...(mainElement()?.querySelectorAll("[aria-label^='Actions for']") ?? [])]
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
export function setFieldValue(form: HTMLElement, label: string | RegExp, value: string): void {
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
export function selectOption(form: HTMLElement, label: string): void {
  click(within(form).getByLabelText(label));
}

/** Sends the form that lies over the page, by two quick clicks. */
export function submitForm(): void {
  clickTwice(dialogElement()?.querySelector("button[type=submit]"));
}

/** Waits for a button of a part of the page. */
export async function findButton(getParent: () => ParentNode | null, label: string | RegExp) {
  await waitFor(() => {
    if (findButtonIn(getParent(), label) === undefined) throw new Error(`no button ${String(label)}`);
  });
  return findButtonIn(getParent(), label);
}

/** Opens a menu and takes an entry that can be taken. */
export async function openMenuAndSelect(
  menuButton: Element | null | undefined,
  itemPattern: RegExp,
): Promise<void> {
  click(menuButton);
  const items = () => [...document.querySelectorAll("[role=menuitem]:not([aria-disabled=true])")];
  const found = () => items().find((item) => itemPattern.test(item.textContent ?? ""));
  await waitFor(() => {
    if (found() === undefined) throw new Error(`no entry ${String(itemPattern)}`);
  });
  click(found());
}
