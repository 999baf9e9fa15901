import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FormDrawer } from "@/ui/form/form-drawer";
import { TagsInput } from "@/ui/form/tags-input";
import { SearchField } from "@/ui/query-field/search-field";
import { UiProvider } from "./ui-provider";

// UI Events: `isComposing` during a composition, and key code 229 for a key that the input method processes. Safari
// sends only the code, because it ends the composition first.
describe.each([
  ["isComposing", { isComposing: true }],
  ["key code 229", { keyCode: 229 }],
])("hides keys of a composition, marked by %s", (_name, mark) => {
  const keys = ["Enter", "Escape", "Tab", "ArrowDown", "Backspace", "x"];

  it("from listeners of the page", () => {
    const onKey = vi.fn<() => void>();
    const controller = new AbortController();
    for (const capture of [true, false])
      window.addEventListener("keydown", onKey, { capture, signal: controller.signal });
    for (const key of keys) fireEvent.keyDown(document.body, { key, ...mark });
    expect(onKey).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: "Enter" });
    expect(onKey).toHaveBeenCalledTimes(2);
    controller.abort();
  });

  function pressAll(field: HTMLElement): void {
    for (const key of keys) {
      const event = { key, ...mark };
      // The browser and the input method still handle the key.
      expect(fireEvent.keyDown(field, event)).toBe(true);
      expect(fireEvent.keyDown(field, { ...event, ctrlKey: true })).toBe(true);
    }
  }

  it("from a field of tags", () => {
    const onChange = vi.fn<() => void>();
    render(
      <UiProvider>
        <TagsInput
          label="Recipients"
          value={["ana@example.com"]}
          onChange={onChange}
          validate={() => null}
          splitItems={(text) => [text]}
        />
      </UiProvider>,
    );
    const input = screen.getByRole("textbox", { name: "Recipients" });
    pressAll(input);
    fireEvent.change(input, { target: { value: "かな" } });
    pressAll(input);
    expect(onChange).not.toHaveBeenCalled();
    expect(input).toHaveValue("かな");
  });

  it("from a search", () => {
    const onKeyDown = vi.fn<() => void>();
    const onChange = vi.fn<() => void>();
    render(
      <UiProvider>
        <SearchField label="Search" value="かな" onChange={onChange} onKeyDown={onKeyDown} />
      </UiProvider>,
    );
    pressAll(screen.getByRole("textbox", { name: "Search" }));
    expect(onKeyDown).not.toHaveBeenCalled();
    expect(onChange).not.toHaveBeenCalled();
  });

  it("from a drawer, which submits on Ctrl+Enter and closes on Escape", () => {
    const onSubmit = vi.fn<() => void>();
    const onClose = vi.fn<() => void>();
    render(
      <UiProvider>
        <FormDrawer
          title="New fruit"
          submitLabel="Create fruit"
          loading={false}
          isDirty={false}
          submitError={null}
          onSubmit={onSubmit}
          onClose={onClose}
        >
          <input aria-label="Name" />
        </FormDrawer>
      </UiProvider>,
    );
    pressAll(screen.getByRole("textbox", { name: "Name" }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
