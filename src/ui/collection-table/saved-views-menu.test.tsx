import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { SavedViewsMenu } from "./list-view-options";

const overdueView = { id: "1", name: "Late", search: "q=is%3Aoverdue&sort=next" };
const ownView = { id: "2", name: "Mine", search: "q=by%3Aana" };

interface SampleProps {
  readonly start: readonly (typeof overdueView)[];
  readonly errorMessage: string | null;
}

function Sample({ start, errorMessage }: SampleProps) {
  const [views, setViews] = useState(start);
  const { search } = useLocation();
  const set = (next: readonly (typeof overdueView)[]) => {
    if (errorMessage === null) setViews(next);
    return errorMessage === null;
  };
  return (
    <>
      <SavedViewsMenu
        path="/fruits"
        savedViews={{
          views,
          save: (name, searchToSave) =>
            set([...views.filter((view) => view.name !== name), { id: name, name, search: searchToSave }]),
          rename: (id, name) => set(views.map((view) => (view.id === id ? { ...view, name } : view))),
          remove: (id) => (set(views.filter((view) => view.id !== id)) ? () => setViews(views) : null),
          error: errorMessage,
        }}
      />
      <output>{search}</output>
      <button type="button">Elsewhere</button>
    </>
  );
}

async function setup(
  start: readonly (typeof overdueView)[] = [overdueView, ownView],
  errorMessage: string | null = null,
) {
  render(
    <UiProvider>
      <MemoryRouter initialEntries={["/fruits?sort=next&q=is:overdue"]}>
        <Sample start={start} errorMessage={errorMessage} />
      </MemoryRouter>
    </UiProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Saved views" }));
  return { user, panel: await screen.findByRole("dialog", { name: "Saved views" }) };
}

const names = () => screen.queryAllByRole("link").map((link) => link.textContent);

async function runAction(user: Awaited<ReturnType<typeof setup>>["user"], view: string, action: string) {
  await user.click(screen.getByRole("button", { name: `Actions for view ${view}` }));
  await user.click(screen.getByRole("menuitem", { name: action }));
}

it("saves the current view, and warns when it replaces one", async () => {
  const { user, panel } = await setup([ownView]);
  await user.click(within(panel).getByRole("button", { name: "Save view…" }));
  const name = within(panel).getByRole("textbox", { name: "View name" });
  expect(name).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(name).toHaveAccessibleDescription("Enter a name.");
  await user.type(name, "  Mine ");
  expect(name).toHaveAccessibleDescription(/replaces/);
  await user.clear(name);
  await user.type(name, " Late {Enter}");
  expect(names()).toEqual(["Mine", "Late"]);
  expect(screen.getByRole("link", { name: "Late" })).toHaveAttribute("aria-current", "page");
  expect(panel).toHaveFocus();
});

it("renames, but not to an existing name", async () => {
  const { user } = await setup();
  await runAction(user, "Mine", "Rename");
  const name = screen.getByRole("textbox", { name: "New name" });
  expect(name).toHaveFocus();
  await user.keyboard("Late{Enter}");
  expect(name).toHaveAccessibleDescription("A view with this name already exists.");
  await user.clear(name);
  await user.type(name, "Ana's{Enter}");
  expect(names()).toEqual(["Late", "Ana's"]);
});

it("deletes, and restores from the toast", async () => {
  const { user, panel } = await setup();
  await runAction(user, "Late", "Delete");
  expect(names()).toEqual(["Mine"]);
  expect(panel).toHaveFocus();
  expect(screen.getByText("View “Late” deleted")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await user.click(screen.getByRole("button", { name: "Saved views" }));
  expect(names()).toEqual(["Late", "Mine"]);
});

it("copies a view's URL, or reports that it can't", async () => {
  const { user } = await setup();
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await runAction(user, "Mine", "Copy link");
  expect(await screen.findByText("Link copied")).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith(`${window.location.origin}/fruits?q=by%3Aana`);
  write.mockRejectedValue(new Error("no"));
  await runAction(user, "Mine", "Copy link");
  expect(await screen.findByText("Couldn't copy the link")).toBeInTheDocument();
});

it("closes the form, then the panel on Escape, and closes on blur", async () => {
  const { user, panel } = await setup();
  const onKey = vi.fn<() => void>();
  window.addEventListener("keydown", onKey);
  await user.click(within(panel).getByRole("button", { name: "Save view…" }));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  expect(panel).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(panel).not.toBeInTheDocument();
  expect(onKey).not.toHaveBeenCalled();
  window.removeEventListener("keydown", onKey);
  const button = screen.getByRole("button", { name: "Saved views" });
  expect(button).toHaveFocus();
  await user.click(button);
  expect(button).toHaveAttribute("aria-expanded", "true");
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  expect(button).toHaveAttribute("aria-expanded", "false");
});

it("explains views, and shows storage errors", async () => {
  const { user, panel } = await setup([], "The storage is full.");
  expect(panel).toHaveTextContent("No saved views yet.");
  expect(within(panel).getByRole("alert")).toHaveTextContent("The storage is full.");
  await user.click(within(panel).getByRole("button", { name: "Save view…" }));
  await user.keyboard("Late{Enter}");
  expect(screen.getByRole("textbox", { name: "View name" })).toHaveValue("Late");
});
