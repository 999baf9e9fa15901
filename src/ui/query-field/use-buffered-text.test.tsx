import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense, startTransition, use, useState } from "react";
import { expect, it } from "vitest";
import { useBufferedText } from "./use-buffered-text";

interface FieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Field({ value, onChange }: FieldProps) {
  const [text, write] = useBufferedText(value, onChange);
  return (
    <input aria-label="Search" value={text} onChange={({ currentTarget }) => write(currentTarget.value)} />
  );
}

const NEVER = new Promise<never>(() => {});

/** Suspends unless the text is empty, so that React abandons the render. */
function Rows({ of }: { readonly of: string }) {
  if (of !== "") use(NEVER);
  return <p>All</p>;
}

function Page() {
  const [query, setQuery] = useState("");
  return (
    <Suspense>
      <Field value={query} onChange={(text) => startTransition(() => setQuery(text))} />
      <Rows of={query} />
    </Suspense>
  );
}

function type(text: string): void {
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: text } });
}

it("keeps typed text after an abandoned render", async () => {
  await act(async () => void render(<Page />));
  const field = screen.getByLabelText("Search");
  await act(async () => type("who"));
  expect(field).toHaveValue("who");
  await act(async () => type("who "));
  expect(field).toHaveValue("who ");
  await act(async () => type("who s"));
  expect(field).toHaveValue("who s");
  expect(screen.getByText("All"), "the rows are those of before").toBeVisible();
});
