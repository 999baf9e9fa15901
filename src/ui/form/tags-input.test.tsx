import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { describe, expect, it } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { TagsInput } from "./tags-input";

interface SampleProps extends Pick<ComponentProps<typeof TagsInput>, "error" | "getSuggestions"> {
  readonly start: readonly string[];
}

function Sample({ start, ...props }: SampleProps) {
  const [value, setValue] = useState([...start]);
  return (
    <UiProvider>
      <TagsInput
        label="Recipients"
        value={value}
        onChange={setValue}
        validate={(item) => (item.includes("@") ? null : `“${item}” is not an address.`)}
        splitItems={(text) => text.split(/[\s,;]+/).filter(Boolean)}
        {...props}
      />
      <button type="button">Elsewhere</button>
    </UiProvider>
  );
}

function setup(start: readonly string[] = [], error?: string) {
  render(<Sample start={start} error={error} />);
  return { user: userEvent.setup(), input: screen.getByRole("textbox", { name: "Recipients" }) };
}

function getTags(): (string | null)[] {
  const list = screen.queryByRole("list", { name: /Recipients: / });
  return list
    ? within(list)
        .getAllByRole("listitem")
        .map((chip) => chip.textContent)
    : [];
}

describe("TagsInput", () => {
  it("adds items with Enter, comma and on blur", async () => {
    const { user, input } = setup();
    await user.type(input, "a@x.co{Enter}b@x.co,c@x.co");
    await user.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(getTags()).toEqual(["a@x.co", "b@x.co", "c@x.co"]);
    expect(input).toHaveValue("");
  });

  it("adds a pasted list without duplicates", async () => {
    const { user, input } = setup(["a@x.co"]);
    await user.click(input);
    await user.paste("a@x.co; b@x.co\nc@x.co b@x.co");
    expect(getTags()).toEqual(["a@x.co", "b@x.co", "c@x.co"]);
    expect(screen.getByText(/^Added to Recipients: .*Already in Recipients: \d\./)).toBeInTheDocument();
  });

  it("keeps an invalid item, and links its message to the input", async () => {
    const { user, input } = setup();
    await user.type(input, "ana{Enter}");
    expect(getTags()).toEqual(["ana"]);
    expect(screen.getByRole("button", { name: "Edit ana, invalid" })).toBeInTheDocument();
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(/“ana” is not an address\./);
  });

  it("shows the form's error once when it equals the item's", () => {
    setup(["ana"], "“ana” is not an address.");
    expect(screen.getAllByText("“ana” is not an address.")).toHaveLength(1);
  });

  it("edits the last item with Backspace in the empty field", async () => {
    const { user, input } = setup(["a@x.co", "bob"]);
    await user.type(input, "{Backspace}@x.co{Enter}");
    expect(getTags()).toEqual(["a@x.co", "bob@x.co"]);
  });

  it("edits an invalid item with F2", async () => {
    const { user, input } = setup(["ana", "b@x.co"]);
    await user.click(input);
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(screen.getByRole("button", { name: "Edit ana, invalid" })).toHaveFocus();
    await user.keyboard("{F2}");
    expect(getTags()).toEqual(["b@x.co"]);
    expect(input).toHaveValue("ana");
    expect(input).toHaveFocus();
  });

  it("removes an invalid item with Backspace", async () => {
    const { user, input } = setup(["ana"]);
    await user.click(input);
    await user.keyboard("{ArrowLeft}{Backspace}");
    expect(getTags()).toEqual([]);
    expect(input).toHaveValue("");
  });

  it("moves over items with arrow keys, removes one and returns to the input", async () => {
    const { user, input } = setup(["a@x.co", "b@x.co", "c@x.co"]);
    await user.click(input);
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(screen.getByRole("button", { name: "Remove b@x.co" })).toHaveFocus();
    await user.keyboard("{Delete}");
    expect(getTags()).toEqual(["a@x.co", "c@x.co"]);
    expect(input).toHaveFocus();
    expect(screen.getByText("Removed from Recipients: b@x.co.")).toBeInTheDocument();
  });
});

const SUGGESTIONS = [
  { item: "bo@x.co", label: "Bo Lind", detail: "bo@x.co" },
  { item: "mei@x.co", label: "Mei Tanaka", detail: "mei@x.co" },
];
const getSuggestions = (draft: string) =>
  SUGGESTIONS.filter(({ label }) => label.toLowerCase().includes(draft.toLowerCase()));

describe("TagsInput with suggestions", () => {
  const start = () => {
    render(<Sample start={[]} getSuggestions={getSuggestions} />);
    return { user: userEvent.setup(), input: screen.getByRole("combobox", { name: "Recipients" }) };
  };
  const offers = () => screen.queryAllByRole("option").map((option) => option.textContent);
  const added = () => screen.queryAllByRole("listitem").map((chip) => chip.textContent);

  it("open with the arrow key without text; Escape closes only them", async () => {
    const { user, input } = start();
    input.focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(screen.getAllByRole("option")[1]).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Escape}");
    expect(offers()).toEqual([]);
    await user.keyboard("{ArrowDown}{ArrowUp}{Enter}");
    expect(added()).toEqual(["mei@x.co"]);
  });

  it("are added on click without the typed text, excluding existing items", async () => {
    const { user, input } = start();
    await user.type(input, "e");
    await user.click(screen.getByRole("option", { name: /Mei/ }));
    expect(added()).toEqual(["mei@x.co"]);
    expect(input).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(offers()).toEqual(["Bo Lindbo@x.co"]);
  });

  it("don't block an item that is typed completely", async () => {
    const { user, input } = start();
    await user.type(input, "o@x.co{Enter}");
    expect(added()).toEqual(["o@x.co"]);
  });
});
