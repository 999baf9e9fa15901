import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { useFocusBack } from "./focus-back";

function Stage({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  return (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  );
}

function TwoStages() {
  const [stage, setStage] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setStage(1)}>
        Open
      </button>
      {stage === 1 && <Stage key="ask" label="Ask" onClick={() => setStage(2)} />}
      {stage === 2 && <Stage key="review" label="Review" onClick={() => setStage(0)} />}
    </>
  );
}

test("a dialog that followed another gives the focus back to what opened the first", async () => {
  const user = userEvent.setup();
  render(<TwoStages />);
  const open = screen.getByRole("button", { name: "Open" });
  await user.click(open);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(screen.getByRole("button", { name: "Review" }));
  await waitFor(() => expect(open).toHaveFocus());
});
