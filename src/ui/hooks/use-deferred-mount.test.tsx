import { render, screen, waitFor } from "@testing-library/react";
import { Activity } from "react";
import { expect, test } from "vitest";
import { useDeferredMount } from "./use-deferred-mount";

const rendered: boolean[] = [];

function Part({ isImmediate = false }: { readonly isImmediate?: boolean }) {
  const isMounted = useDeferredMount(isImmediate);
  rendered.push(isMounted);
  return <p>{isMounted ? "all" : "first part"}</p>;
}

test("stays false in a hidden page until the page is shown", async () => {
  const { rerender } = render(
    <Activity mode="hidden">
      <Part />
    </Activity>,
  );
  await waitFor(() => expect(screen.getByText("first part")).not.toBeVisible());
  rerender(
    <Activity mode="visible">
      <Part />
    </Activity>,
  );
  expect(await screen.findByText("all")).toBeVisible();
});
