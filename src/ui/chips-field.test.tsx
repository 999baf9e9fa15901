import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { ChipsField } from "./chips-field";
import { UiProvider } from "./ui-provider";

function Sample({ start, error }: { readonly start: readonly string[]; readonly error?: string }) {
  const [value, setValue] = useState([...start]);
  return (
    <UiProvider>
      <ChipsField
        label="Recipients"
        value={value}
        onChange={setValue}
        validate={(item) => (item.includes("@") ? null : `“${item}” is not an address.`)}
        splitPaste={(text) => text.split(/[\s,;]+/).filter(Boolean)}
        error={error}
      />
      <button type="button">Elsewhere</button>
    </UiProvider>
  );
}

function setup(start: readonly string[] = [], error?: string) {
  render(<Sample start={start} {...(error === undefined ? {} : { error })} />);
  return { user: userEvent.setup(), input: screen.getByRole("textbox", { name: "Recipients" }) };
}

function chips(): (string | null)[] {
  const list = screen.queryByRole("list", { name: /Recipients: / });
  return list
    ? within(list)
        .getAllByRole("listitem")
        .map((chip) => chip.textContent)
    : [];
}

describe("ChipsField", () => {
  it("adds by Enter, comma and leaving the field", async () => {
    const { user, input } = setup();
    await user.type(input, "a@x.co{Enter}b@x.co,c@x.co");
    await user.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(chips()).toEqual(["a@x.co", "b@x.co", "c@x.co"]);
    expect(input).toHaveValue("");
  });

  it("takes a pasted list and leaves out what is there already", async () => {
    const { user, input } = setup(["a@x.co"]);
    await user.click(input);
    await user.paste("a@x.co; b@x.co\nc@x.co b@x.co");
    expect(chips()).toEqual(["a@x.co", "b@x.co", "c@x.co"]);
    expect(screen.getByText(/already\./)).toBeInTheDocument();
  });

  it("keeps a wrong item, says what is wrong with it, and links the message to the input", async () => {
    const { user, input } = setup();
    await user.type(input, "ana{Enter}");
    expect(chips()).toEqual(["ana"]);
    expect(screen.getByRole("button", { name: "Remove ana, not valid" })).toBeInTheDocument();
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(/“ana” is not an address\./);
  });

  it("shows the form's error once when it is the chip's own", () => {
    setup(["ana"], "“ana” is not an address.");
    expect(screen.getAllByText("“ana” is not an address.")).toHaveLength(1);
  });

  it("edits the last one by Backspace in the empty field", async () => {
    const { user, input } = setup(["a@x.co", "bob"]);
    await user.type(input, "{Backspace}@x.co{Enter}");
    expect(chips()).toEqual(["a@x.co", "bob@x.co"]);
  });

  it("walks over the chips by arrows, removes one and comes back to the input", async () => {
    const { user, input } = setup(["a@x.co", "b@x.co", "c@x.co"]);
    await user.click(input);
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(screen.getByRole("button", { name: "Remove b@x.co" })).toHaveFocus();
    await user.keyboard("{Delete}");
    expect(chips()).toEqual(["a@x.co", "c@x.co"]);
    expect(input).toHaveFocus();
    expect(screen.getByText("Removed b@x.co.")).toBeInTheDocument();
  });
});
