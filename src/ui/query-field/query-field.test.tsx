import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { completeQuery } from "@/lib/query/query-completion";
import { parseQuery, type QueryField as QueryFieldInfo } from "@/lib/query/query-text";
import { UiProvider } from "@/ui/provider/ui-provider";
import { QueryField } from "./query-field";

const fields: readonly QueryFieldInfo[] = [
  { name: "title", label: "Title", kind: "text" },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "active", label: "Goes out" },
      { value: "overdue", label: "Late" },
    ],
  },
];

interface SampleProps {
  readonly initialText?: string;
  readonly onChange?: (text: string) => void;
  readonly suggestFilters?: ComponentProps<typeof QueryField>["suggestFilters"];
}

function Sample({ initialText = "", onChange, suggestFilters }: SampleProps) {
  const [value, setValue] = useState(initialText);
  return (
    <UiProvider>
      <MemoryRouter>
        <main>
          <QueryField
            label="Search fruits"
            value={value}
            onChange={(text) => {
              setValue(text);
              onChange?.(text);
            }}
            fields={fields}
            issues={parseQuery(value, fields).issues}
            getCompletions={(text, caret) => completeQuery(text, caret, fields)}
            suggestFilters={suggestFilters}
          />
          <button type="button" onClick={() => setValue("from elsewhere")}>
            Elsewhere
          </button>
          <button type="button" data-row-focus>
            First row of {value}
          </button>
        </main>
      </MemoryRouter>
    </UiProvider>
  );
}

function setup(props: SampleProps = {}, options: Parameters<typeof userEvent.setup>[0] = {}) {
  render(<Sample {...props} />);
  return { user: userEvent.setup(options), input: screen.getByRole("combobox", { name: "Search fruits" }) };
}

const getOptions = () => screen.queryAllByRole("option").map((option) => option.textContent);

it("offers completions while typing, and inserts the selected one", async () => {
  const { user, input } = setup();
  expect(input).toHaveAttribute("aria-expanded", "false");
  await user.type(input, "i");
  expect(input).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByRole("listbox")).toHaveAttribute("id", input.getAttribute("aria-controls"));
  expect(getOptions()[0]).toContain("is:");
  expect(input).not.toHaveAttribute("aria-activedescendant");

  await user.keyboard("{ArrowDown}");
  const [first] = screen.getAllByRole("option");
  expect(first).toHaveAttribute("aria-selected", "true");
  expect(input).toHaveAttribute("aria-activedescendant", first?.id);
  await user.keyboard("{Enter}");
  expect(input).toHaveValue("is:");
  expect(getOptions()).toEqual(["activeGoes out", "overdueLate"]);

  await user.keyboard("{ArrowUp}{Tab}");
  expect(input).toHaveValue("is:overdue");
  expect(input).toHaveFocus();
  expect(getOptions()).toEqual([]);
});

it("inserts nothing on Enter or Tab without a selection", async () => {
  const { user, input } = setup();
  await user.type(input, "is:a{Enter}");
  expect(input).toHaveValue("is:a");
  await user.type(input, "c");
  expect(getOptions()).toEqual(["activeGoes out"]);
  await user.tab();
  expect(input).toHaveValue("is:ac");
  expect(input).not.toHaveFocus();
  expect(getOptions()).toEqual([]);
});

it("lists counted filters and then the fields when a user enters the empty field", async () => {
  const suggestFilters = vi.fn(() => Promise.resolve([{ query: "is:overdue", label: "Late", count: 2 }]));
  const { user, input } = setup({ suggestFilters });
  act(() => input.focus());
  expect(getOptions()).toEqual([]);
  expect(suggestFilters).not.toHaveBeenCalled();
  act(() => input.blur());
  await user.tab();
  await screen.findByRole("option", { name: /is:overdue/ });
  await user.keyboard("{Escape}");
  expect(getOptions()).toEqual([]);
  await user.click(input);
  expect(getOptions()).toEqual(["is:overdue2 · Late", "title:Title", "is:State"]);
  await user.click(screen.getByRole("option", { name: /is:overdue/ }));
  expect(input).toHaveValue("is:overdue");
  await user.click(input);
  expect(getOptions()).toEqual([]);
});

it("goes to the first row on Enter or Down, unless a suggestion is selected", async () => {
  const { user, input } = setup();
  await user.type(input, "is:a{Enter}");
  expect(screen.getByRole("button", { name: "First row of is:a" })).toHaveFocus();
  expect(input).toHaveValue("is:a");
  await user.type(input, "c{Escape}{ArrowDown}");
  expect(screen.getByRole("button", { name: "First row of is:ac" })).toHaveFocus();
  await user.type(input, "t{ArrowDown}");
  expect(input).toHaveFocus();
});

it("opens with Ctrl+Space, and inserts in the middle of text", async () => {
  const { user, input } = setup({ initialText: "x is: y" });
  await user.click(input);
  if (!(input instanceof HTMLInputElement)) throw new Error("no input");
  input.setSelectionRange(5, 5);
  await user.keyboard("{Control>} {/Control}");
  await user.click(screen.getByRole("option", { name: /active/ }));
  expect(input).toHaveValue("x is:active y");
  expect(input).toHaveFocus();
  expect(input.selectionStart).toBe(11);
  await user.keyboard("{ArrowRight}");
  expect(getOptions()).toEqual([]);
});

it("closes the list on Escape, then leaves and keeps the text, then passes Escape on", async () => {
  const onEscape = vi.fn<() => void>();
  const { user, input } = setup();
  const listen = (event: KeyboardEvent) => event.key === "Escape" && onEscape();
  window.addEventListener("keydown", listen);
  await user.type(input, "is:");
  await user.keyboard("{Escape}");
  expect(input).toHaveFocus();
  expect(getOptions()).toEqual([]);
  await user.keyboard("{Escape}");
  expect(input).toHaveValue("is:");
  expect(document.body).toHaveFocus();
  expect(onEscape).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onEscape).toHaveBeenCalledOnce();
  window.removeEventListener("keydown", listen);
});

it("shows an issue after a pause, and keeps it while it is corrected", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, input } = setup({}, { advanceTimers: vi.advanceTimersByTime });
  await user.type(input, "is:zzz");
  expect(input).not.toHaveAttribute("aria-invalid");
  act(() => vi.advanceTimersByTime(600));
  expect(input).toHaveAttribute("aria-invalid", "true");
  expect(input).toHaveAccessibleDescription(/“zzz” isn't a value for “is”/);
  await user.type(input, "z");
  expect(input).toHaveAccessibleDescription(/“zzzz” isn't a value/);
  await user.type(input, "{Backspace>4/}");
  expect(input).not.toHaveAttribute("aria-invalid");
  await user.type(input, "qqq");
  expect(input).not.toHaveAttribute("aria-invalid");
});

it("shows issues on blur, and those away from the caret immediately", async () => {
  const { user, input } = setup();
  await user.type(input, "is:zzz");
  expect(input).not.toHaveAttribute("aria-invalid");
  await user.type(input, " more");
  expect(input).toHaveAttribute("aria-invalid", "true");
  await user.clear(input);
  await user.type(input, "foo:1");
  expect(input).not.toHaveAttribute("aria-invalid");
  fireEvent.blur(input);
  expect(input).toHaveAccessibleDescription(/“foo” isn't a field/);
});

it("lists the first issues, and underlines all", () => {
  const { container } = render(<Sample initialText="a:1 b:1 c:1 d:1 e:1 pear" />);
  const description = screen.getByRole("combobox").getAttribute("aria-describedby") ?? "";
  expect(
    [...(document.querySelector(`[id="${description}"]`)?.children ?? [])].map((line) => line.textContent),
  ).toEqual([
    expect.stringContaining("“a” isn't a field"),
    expect.stringContaining("“b” isn't a field"),
    expect.stringContaining("“c” isn't a field"),
    "And 2 more.",
  ]);
  expect(container.querySelectorAll("[data-wrong]")).toHaveLength(5);
});

it("shows typed text despite a slow parent, and accepts external values", async () => {
  const onChange = vi.fn<(text: string) => void>();
  const field = (value: string) => (
    <UiProvider>
      <QueryField label="Search fruits" value={value} onChange={onChange} fields={fields} issues={[]} />
    </UiProvider>
  );
  const { rerender } = render(field(""));
  const user = userEvent.setup();
  const input = screen.getByRole("combobox");
  await user.type(input, "pea");
  expect(input).toHaveValue("pea");
  expect(onChange.mock.calls.flat()).toEqual(["p", "pe", "pea"]);
  rerender(field("pe"));
  expect(input).toHaveValue("pea");
  rerender(field("pea"));
  expect(input).toHaveValue("pea");
  rerender(field("pe"));
  expect(input).toHaveValue("pe");
});

it("explains the syntax with the collection's fields", async () => {
  const { user } = setup();
  await user.click(screen.getByRole("button", { name: "Search syntax" }));
  const help = await screen.findByRole("dialog", { name: "Search syntax" });
  await vi.waitFor(() => expect(help).toContainElement(document.activeElement as HTMLElement));
  const examples = within(help).getByRole("table", { name: "Examples" });
  for (const row of within(examples).getAllByRole("row")) {
    const query = within(row).getByRole("rowheader").textContent ?? "";
    expect(parseQuery(`${query} `, fields).issues).toEqual([]);
  }
  expect(within(help).getByText("is:active")).toBeInTheDocument();
  await user.keyboard("{Escape}");
  expect(help).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Search syntax" })).toHaveFocus();
});
