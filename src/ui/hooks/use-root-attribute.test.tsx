import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { useRootAttribute } from "./use-root-attribute";

function Marked() {
  useRootAttribute("data-has-something");
  return null;
}

it("keeps the attribute until the last user unmounts", () => {
  const first = render(<Marked />);
  const second = render(<Marked />);
  expect(document.documentElement).toHaveAttribute("data-has-something");
  first.unmount();
  expect(document.documentElement).toHaveAttribute("data-has-something");
  second.unmount();
  expect(document.documentElement).not.toHaveAttribute("data-has-something");
});
