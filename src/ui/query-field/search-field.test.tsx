import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { SearchField } from "./search-field";

function Sample({ onKeyDown = () => {} }: { readonly onKeyDown?: () => void }) {
  const [text, setText] = useState("");
  return (
    <UiProvider>
      <SearchField isPageSearch label="Search things" value={text} onChange={setText} onKeyDown={onKeyDown} />
      <p>Found for “{text}”</p>
    </UiProvider>
  );
}

it("reports each key, and is cleared by Escape or its button, keeping focus", async () => {
  const user = userEvent.setup();
  render(<Sample />);
  const field = screen.getByRole("textbox", { name: "Search things" });
  await user.type(field, "page views");
  screen.getByText("Found for “page views”");
  await user.keyboard("{Escape}");
  expect(field).toHaveValue("");
  await user.type(field, "x");
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  screen.getByText("Found for “”");
  expect(field).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
});

it("refuses an API key, which doesn't leave the field", async () => {
  const user = userEvent.setup();
  render(<Sample />);
  const field = screen.getByRole("textbox", { name: "Search things" });
  await user.click(field);
  await user.paste("phx_a1B2c3d4");
  screen.getByText(/^That looks like an API key\./);
  screen.getByText("Found for “”");
  await user.clear(field);
  await user.type(field, "x");
  screen.getByText("Found for “x”");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("passes on other keys, and leaves on Escape in an empty field", async () => {
  const user = userEvent.setup();
  const onKeyDown = vi.fn();
  render(<Sample onKeyDown={onKeyDown} />);
  await user.type(screen.getByRole("textbox"), "a{Escape}");
  expect(onKeyDown).toHaveBeenCalledTimes(1);
  await user.keyboard("{ArrowDown}{Escape}");
  expect(onKeyDown).toHaveBeenCalledTimes(3);
  expect(document.body).toHaveFocus();
});
