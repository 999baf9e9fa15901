import { fireEvent, waitFor, within } from "@testing-library/react";
import { findButtonIn } from "./fault-setup";

export const mainElement = () => document.querySelector("main");
export const dialogElement = () => document.querySelector<HTMLElement>("[role=dialog]");
export const dialogAlert = () => dialogElement()?.querySelector("[role=alert]") ?? null;
/** Returns the notification that reports a failed change. */
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
export const firstRowMenu = () => mainElement()?.querySelector<HTMLElement>("[aria-label^='Actions for']");
export const firstRows = () =>
  [...(mainElement()?.querySelectorAll("[aria-label^='Actions for']") ?? [])]
    .slice(0, 3)
    .map((menu) => menu.getAttribute("aria-label"))
    .join();

/** Clicks an element. Does nothing if it is missing. */
export function click(element: Element | null | undefined): void {
  if (element) fireEvent.click(element);
}

/** Clicks twice synchronously, so that no response can arrive between the clicks. */
export function clickTwice(element: Element | null | undefined): void {
  click(element);
  click(element);
}

/** Sets a field's value in one step, as pasting or autofill does. */
export function setFieldValue(form: HTMLElement, label: string | RegExp, value: string): void {
  const field = within(form).getByLabelText(label);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

export function addChip(form: HTMLElement, label: string | RegExp, text: string): void {
  const field = within(form).getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: "Enter" });
}

export function selectOption(form: HTMLElement, label: string): void {
  click(within(form).getByLabelText(label));
}

/** Submits the open form with two quick clicks. */
export function submitForm(): void {
  clickTwice(dialogElement()?.querySelector("button[type=submit]"));
}

export async function findButton(getParent: () => ParentNode | null, label: string | RegExp) {
  await waitFor(() => {
    if (findButtonIn(getParent(), label) === undefined) throw new Error(`no button ${String(label)}`);
  });
  return findButtonIn(getParent(), label);
}

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
