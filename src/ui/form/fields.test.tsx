import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { DateTimeField } from "./fields";

const noop = () => undefined;

function renderField(error?: string) {
  render(
    <UiProvider>
      <DateTimeField label="Start" value="" onChange={noop} error={error} />
    </UiProvider>,
  );
  return screen.getByLabelText("Start");
}

/** Sets the validity state, because jsdom never sets `badInput`. */
function setBadInput(input: HTMLElement, badInput: boolean): void {
  Object.defineProperty(input, "validity", { configurable: true, value: { badInput } });
}

it("distinguishes an invalid date from an empty field after blur", () => {
  const input = renderField();
  setBadInput(input, true);
  fireEvent.keyUp(input);
  expect(input).not.toBeInvalid();
  fireEvent.blur(input);
  expect(input).toHaveAccessibleDescription("Enter a complete, valid date.");
  setBadInput(input, false);
  fireEvent.keyUp(input);
  expect(input).not.toBeInvalid();
});

it("replaces the form's error, and restores it", () => {
  const input = renderField("Enter a date and time.");
  expect(input).toHaveAccessibleDescription("Enter a date and time.");
  setBadInput(input, true);
  fireEvent.keyUp(input);
  expect(input).toHaveAccessibleDescription("Enter a complete, valid date.");
  setBadInput(input, false);
  fireEvent.keyUp(input);
  expect(input).toHaveAccessibleDescription("Enter a date and time.");
});
