import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { KitPage } from "@/kit/kit.page";
import { UiProvider } from "@/ui/provider/ui-provider";
import { setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

// Preloads the drawer and the dialog, which load on demand.
beforeEach(() => Promise.all([import("@/ui/form/form-drawer"), import("@/ui/overlay/confirm-dialog")]));

function renderKit() {
  render(
    <UiProvider>
      <MemoryRouter initialEntries={["/kit"]}>
        <KitPage />
      </MemoryRouter>
    </UiProvider>,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole("button", { name });

test("opens the menu, explains an unavailable action, and runs another", async () => {
  const user = renderKit();
  await user.click(button("Actions of the kit"));
  const menu = screen.getByRole("menu", { name: "Actions of the kit" });
  expect(within(menu).getByRole("menuitem", { name: /Send now/ })).toHaveTextContent(
    "The API key is missing the scope subscription:write",
  );
  await user.click(within(menu).getByRole("menuitem", { name: "Duplicate" }));
  expect(menu).not.toBeInTheDocument();
  expect(await screen.findByText("Duplicated")).toBeInTheDocument();
});

test("opens the drawer, explains why it can't be submitted, and closes", async () => {
  const user = renderKit();
  await user.click(button("Drawer that can't be submitted"));
  const drawer = await screen.findByRole("dialog", { name: "New subscription" });
  expect(within(drawer).getByText("The API key is missing the scope subscription:write")).toBeInTheDocument();
  await user.click(within(drawer).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(drawer).not.toBeInTheDocument());
});

test("shows a failed confirmation inside its dialog", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = renderKit();
  await user.click(button("Ask and fail"));
  const dialog = await screen.findByRole("dialog", { name: "Delete 3 subscriptions?" });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(await within(dialog).findByText("Couldn't reach the server")).toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

test("shows and dismisses toasts", async () => {
  const user = renderKit();
  await user.click(button("Toast"));
  const toast = within(screen.getByRole("region", { name: "Notifications (F8)" })).getByText("Saved");
  await user.click(button("Dismiss"));
  expect(toast).not.toBeInTheDocument();
});

test("shows each field as plain, invalid and disabled", () => {
  renderKit();
  for (const label of ["Title *", "Search", "Every", "Starts", "Message", "Code", "Recipients", "Unit *"]) {
    const [plain, wrong, disabled] = screen.getAllByLabelText(label);
    expect(plain).toBeEnabled();
    // Checks the attribute, because `toBeInvalid` also matches empty required fields.
    expect(plain).not.toHaveAttribute("aria-invalid", "true");
    expect(wrong).toHaveAttribute("aria-invalid", "true");
    expect(disabled).toBeDisabled();
  }
  const [, wrongDays] = screen.getAllByRole("group", { name: "On" });
  const [, wrongEnds] = screen.getAllByRole("radiogroup", { name: "Ends" });
  expect(wrongDays).toHaveTextContent("Invalid value.");
  expect(wrongEnds).toBeInvalid();
});
