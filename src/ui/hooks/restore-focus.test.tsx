import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
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

test.each([
  ["one", ["Ask"]],
  ["one that followed another", ["Ask", "Review"]],
  // For example, an activity entry is shown again after its undo dialog closes.
  ["one that followed several", ["Entry", "Undo", "The entry again", "The undo again"]],
])("a dialog restores focus to the opener of the first: %s", async (_name, labels) => {
  const user = userEvent.setup();
  render(<DialogSequence labels={labels} />);
  const open = screen.getByRole("button", { name: "Open" });
  await user.click(open);
  for (const name of labels) await user.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(open).toHaveFocus());
});
