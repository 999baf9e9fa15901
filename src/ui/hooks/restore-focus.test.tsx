import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { useFocusBack } from "./restore-focus";

function Stage({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  return (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  );
}

/** Dialogs of which each takes the place of the one before. */
function Stages({ labels }: { readonly labels: readonly string[] }) {
  const [stage, setStage] = useState<number | null>(null);
  const next = (place: number) => (place + 1 < labels.length ? place + 1 : null);
  return (
    <>
      <button type="button" onClick={() => setStage(0)}>
        Open
      </button>
      {labels.map(
        (label, place) =>
          place === stage && <Stage key={label} label={label} onClick={() => setStage(next(place))} />,
      )}
    </>
  );
}

test.each([
  ["one", ["Ask"]],
  ["one that followed another", ["Ask", "Review"]],
  // As an entry of the journal is there again once its undo is closed.
  ["one that followed several", ["Entry", "Undo", "The entry again", "The undo again"]],
])("a dialog gives the focus back to what opened the first: %s", async (_name, labels) => {
  const user = userEvent.setup();
  render(<Stages labels={labels} />);
  const open = screen.getByRole("button", { name: "Open" });
  await user.click(open);
  for (const name of labels) await user.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(open).toHaveFocus());
});
