import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { useRestoreFocus } from "./restore-focus";

function Dialog({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const restoreFocus = useRestoreFocus();
  useEffect(() => restoreFocus, [restoreFocus]);
  return (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  );
}

function DialogSequence({ labels }: { readonly labels: readonly string[] }) {
  const [stage, setStage] = useState<number | null>(null);
  const next = (index: number) => (index + 1 < labels.length ? index + 1 : null);
  return (
    <>
      <button type="button" onClick={() => setStage(0)}>
        Open
      </button>
      {labels.map(
        (label, index) =>
          index === stage && <Dialog key={label} label={label} onClick={() => setStage(next(index))} />,
      )}
    </>
  );
}

test("a dialog that followed others restores focus to the opener of the first", async () => {
  const user = userEvent.setup();
  // For example, an activity entry is shown again after its undo dialog closes.
  const labels = ["Entry", "Undo", "The entry again", "The undo again"];
  render(<DialogSequence labels={labels} />);
  const open = screen.getByRole("button", { name: "Open" });
  await user.click(open);
  for (const name of labels) await user.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(open).toHaveFocus());
});

interface SafariSampleProps {
  readonly opener: "button" | "link" | "form";
}

function SafariSample({ opener }: SafariSampleProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <UiProvider>
      <main tabIndex={-1}>
        {opener === "button" && (
          <button type="button" aria-label="Open" onClick={open}>
            <svg data-testid="icon" />
          </button>
        )}
        {opener === "link" && (
          <a href="#open" aria-label="Open" onClick={open}>
            <span data-testid="icon">Open</span>
          </a>
        )}
        {opener === "form" && (
          <form onSubmit={(event) => [event.preventDefault(), open()]}>
            <input aria-label="Open" />
            <button type="submit">Save</button>
          </form>
        )}
      </main>
      <button type="button">Elsewhere</button>
      {isOpen && <Dialog label="Ask" onClick={() => setIsOpen(false)} />}
    </UiProvider>
  );
}

// Safari focuses the closest focusable parent of a clicked button or link, or nothing.
test.each([
  ["button", "body"],
  ["link", "main"],
] as const)("a dialog restores focus to the %s that Safari didn't focus, but %s", async (opener, focused) => {
  render(<SafariSample opener={opener} />);
  document.querySelector<HTMLElement>(focused)?.focus();
  fireEvent.click(screen.getByTestId("icon"), { detail: 1 });
  screen.getByRole("button", { name: "Ask" }).focus();
  fireEvent.click(screen.getByRole("button", { name: "Ask" }), { detail: 1 });
  await waitFor(() => expect(screen.getByLabelText("Open")).toHaveFocus());
});

test("a dialog restores focus to the field in which Enter submitted a form", async () => {
  const user = userEvent.setup();
  render(<SafariSample opener="form" />);
  await user.type(screen.getByLabelText("Open"), "text{Enter}");
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(screen.getByLabelText("Open")).toHaveFocus());
});

test("a dialog restores focus to what had focus after a click elsewhere", async () => {
  const user = userEvent.setup();
  render(<SafariSample opener="form" />);
  fireEvent.click(screen.getByText("Elsewhere"), { detail: 1 });
  await user.tab();
  await user.keyboard("text{Enter}");
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(screen.getByLabelText("Open")).toHaveFocus());
});
