import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FunctionComponent, type MouseEvent, useState } from "react";
import { expect, it, vi } from "vitest";
import { lazyOverlay } from "./lazy-overlay";

interface PanelProps {
  readonly typedText?: string;
  readonly onClose: () => void;
}

function Panel({ typedText = "" }: PanelProps) {
  const [text, setText] = useState(typedText);
  return (
    <div role="dialog" aria-label="Panel">
      <input
        ref={(field) => field?.focus()}
        aria-label="Text"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </div>
  );
}

/** Renders a button that opens an overlay, whose import is held until `finishLoading` is called. */
function setup(options?: { readonly collectsText: boolean }, holdsKeys?: boolean) {
  let finishImport = (_module: { readonly Panel: FunctionComponent<PanelProps> }) => {};
  const Overlay = lazyOverlay(
    () =>
      new Promise<{ readonly Panel: FunctionComponent<PanelProps> }>((resolve) => (finishImport = resolve)),
    "Panel",
    options,
  );
  const onShortcut = vi.fn<(key: string) => void>();
  const onClick = vi.fn<(event: MouseEvent) => void>();
  function Sample() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <div onKeyDown={({ key }) => onShortcut(key)}>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <button type="button" onClick={onClick}>
          Delete
        </button>
        <input aria-label="Search" />
        {isOpen && (
          <Overlay {...(holdsKeys === undefined ? {} : { holdsKeys })} onClose={() => setIsOpen(false)} />
        )}
      </div>
    );
  }
  render(<Sample />);
  fireEvent.click(screen.getByText("Open"));
  const finishLoading = () => act(async () => finishImport({ Panel }));
  return { user: userEvent.setup({ delay: null }), onShortcut, onClick, finishLoading };
}

it.each([
  ["corrections", "memx{Backspace}bers", "members"],
  ["spaces and other scripts", "日本 ü", "日本 ü"],
  ["keys that don't enter text", "a{ArrowDown}{Enter}{Control>}p{/Control}b", "ab"],
])("collects %s for its field", async (_name, keys, expected) => {
  const { user, onShortcut, onClick, finishLoading } = setup({ collectsText: true });
  screen.getByText("Delete").focus();
  await user.keyboard(keys);
  expect(onClick).not.toHaveBeenCalled();
  expect(onShortcut.mock.calls.flat().filter((key) => key.length === 1 && key !== "p")).toEqual([]);
  await finishLoading();
  expect(screen.getByLabelText("Text")).toHaveFocus();
  await user.keyboard("!");
  expect(screen.getByLabelText("Text")).toHaveValue(`${expected}!`);
});

it("collects text instead of a field that has focus", async () => {
  const { user, finishLoading } = setup({ collectsText: true });
  screen.getByLabelText("Search").focus();
  await user.keyboard("rs");
  await finishLoading();
  expect(screen.getByLabelText("Search")).toHaveValue("");
  expect(screen.getByLabelText("Text")).toHaveValue("rs");
});

it("keeps keys from the page without collecting them", async () => {
  const { user, onShortcut, onClick, finishLoading } = setup();
  screen.getByText("Delete").focus();
  await user.keyboard("c?{Enter}");
  expect(onClick).not.toHaveBeenCalled();
  expect(onShortcut).not.toHaveBeenCalled();
  // Nothing replaces the user's field, so it keeps the text.
  screen.getByLabelText("Search").focus();
  await user.keyboard("rs");
  expect(screen.getByLabelText("Search")).toHaveValue("rs");
  await finishLoading();
  expect(screen.getByLabelText("Text")).toHaveValue("");
});

it("leaves keys to the page while it won't take the focus", async () => {
  const { user, onShortcut, onClick } = setup(undefined, false);
  screen.getByText("Delete").focus();
  await user.keyboard("gj{Enter}");
  expect(onClick).toHaveBeenCalledOnce();
  expect(onShortcut.mock.calls.flat()).toEqual(["g", "j", "Enter"]);
});

it("doesn't open after Escape", async () => {
  const { user, onShortcut, finishLoading } = setup({ collectsText: true });
  await user.keyboard("a{Escape}");
  await finishLoading();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.click(screen.getByText("Delete"));
  await user.keyboard("x");
  expect(onShortcut).toHaveBeenCalledWith("x");
});

it("is rendered as soon as its code has loaded", async () => {
  const { finishLoading } = setup();
  vi.useFakeTimers();
  await finishLoading();
  expect(screen.getByRole("dialog", { name: "Panel" })).toBeInTheDocument();
});
