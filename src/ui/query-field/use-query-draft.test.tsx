import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { Suspense, startTransition, use, useState } from "react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { useQueryDraft } from "./search-field";

beforeEach(() => void vi.useFakeTimers());

function open(address = "") {
  const written: string[] = [];
  let isCovered = false;
  const write = (text: string) => {
    if (!isCovered) written.push(text);
    return !isCovered;
  };
  const view = renderHook(({ query }) => useQueryDraft(query, write), { initialProps: { query: address } });
  return {
    written,
    cover: (covered: boolean) => {
      isCovered = covered;
    },
    draft: () => view.result.current[0],
    type: (text: string) => act(() => view.result.current[1](text)),
    wait: () => act(() => vi.advanceTimersByTime(1_000)),
    come: (query: string) => view.rerender({ query }),
    view,
  };
}

it("updates the URL once, after the last key", () => {
  const { written, draft, type, wait } = open();
  type("s");
  type("sa");
  expect(draft()).toBe("sa");
  expect(written).toEqual([]);
  wait();
  expect(written).toEqual(["sa"]);
});

it("updates the URL immediately on blur, so that links can be followed", () => {
  const { written, type, wait } = open();
  type("sa");
  act(() => void document.body.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
  expect(written).toEqual(["sa"]);
  wait();
  expect(written).toEqual(["sa"]);
});

it("updates the URL soon when focus left before the text arrived, and late while in a field", () => {
  const { written, type, wait } = open();
  type("sa");
  act(() => vi.advanceTimersByTime(0));
  expect(written).toEqual(["sa"]);

  const field = document.body.appendChild(document.createElement("input"));
  onTestFinished(() => field.remove());
  field.focus();
  type("sal");
  act(() => vi.advanceTimersByTime(900));
  expect(written).toEqual(["sa"]);
  wait();
  expect(written).toEqual(["sa", "sal"]);
});

it("keeps a key pressed while its own URL update arrives", () => {
  const { draft, type, wait, view } = open();
  type("sa");
  wait();
  act(() => {
    startTransition(() => view.result.current[1]("sal"));
    view.rerender({ query: "sa" });
  });
  expect(draft()).toBe("sal");
});

it("keeps the text when the URL is two updates behind", () => {
  const { draft, type, wait, come } = open();
  type("sa");
  wait();
  type("sal");
  wait();
  type("sale");
  come("sa");
  expect(draft()).toBe("sale");
  come("sal");
  expect(draft()).toBe("sale");
});

it("follows external URL changes", () => {
  const { draft, written, type, wait, come } = open("sales");
  come("");
  expect(draft()).toBe("");
  type("x");
  come("weekly");
  expect(draft()).toBe("weekly");
  wait();
  expect(written).toEqual([]);
});

const NEVER = new Promise<never>(() => {});

/** Suspends unless the text is empty, so that React abandons the render. */
function Rows({ of }: { readonly of: string }) {
  if (of !== "") use(NEVER);
  return null;
}

function Search() {
  const [address, setAddress] = useState("");
  return (
    <Suspense>
      <Field
        address={address}
        onWrite={(query) => {
          startTransition(() => setAddress(query));
          return true;
        }}
      />
      <Rows of={address} />
    </Suspense>
  );
}

interface FieldProps {
  readonly address: string;
  readonly onWrite: (query: string) => boolean;
}

function Field({ address, onWrite }: FieldProps) {
  const [draft, write] = useQueryDraft(address, onWrite);
  return (
    <input aria-label="Search" value={draft} onChange={({ currentTarget }) => write(currentTarget.value)} />
  );
}

it("keeps the text while the URL waits for rows", async () => {
  await act(async () => void render(<Search />));
  const field = screen.getByLabelText("Search");
  for (const text of ["s", "sa", "sal"]) {
    await act(async () => void fireEvent.change(field, { target: { value: text } }));
    await act(async () => void fireEvent.focusOut(field));
    expect(field).toHaveValue(text);
  }
});

it("restarts the delay after Back, without undoing it", () => {
  const field = document.body.appendChild(document.createElement("input"));
  onTestFinished(() => field.remove());
  field.focus();
  const { written, draft, type, come, wait } = open();
  type("sa");
  act(() => vi.advanceTimersByTime(900));
  act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
  act(() => vi.advanceTimersByTime(900));
  expect(written).toEqual([]);
  come("weekly");
  wait();
  expect(draft()).toBe("weekly");
  expect(written).toEqual([]);
});

it("writes once, however late the render", () => {
  const { written, type } = open();
  type("sa");
  act(() => {
    const leave = () => document.body.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    leave();
    leave();
    window.dispatchEvent(new PopStateEvent("popstate"));
    vi.advanceTimersByTime(2_000);
  });
  expect(written).toEqual(["sa"]);
});

it("updates the URL once the drawer is closed", () => {
  const { written, draft, cover, type, wait } = open();
  type("sa");
  cover(true);
  wait();
  expect(written).toEqual([]);
  cover(false);
  wait();
  expect(written).toEqual(["sa"]);
  expect(draft()).toBe("sa");
});
