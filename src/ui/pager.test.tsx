import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { Pager } from "./pager";
import { UiProvider } from "./ui-provider";

function Sample({ start }: { readonly start: number }) {
  const [page, setPage] = useState(start);
  return (
    <UiProvider>
      <Pager label="Pages of fruits" page={page} pageSize={50} total={60} onPage={setPage} />
    </UiProvider>
  );
}

const spoken = () =>
  [...document.querySelectorAll("[aria-live=polite].ui-hidden")].map((region) => region.textContent).join("");

describe("Pager", () => {
  it("keeps the focus on the last page, goes no further, and says where it is", async () => {
    render(<Sample start={1} />);
    const user = userEvent.setup();
    expect(spoken()).toBe("");
    const next = screen.getByRole("button", { name: "Next page" });
    next.focus();
    await user.keyboard("{Enter}");
    expect(next).toHaveFocus();
    expect(next).toHaveAttribute("aria-disabled", "true");
    expect(spoken()).toBe("51–60 of 60");
    await user.keyboard("{Enter}");
    expect(screen.getByRole("navigation")).toHaveTextContent("51–60 of 60");
  });

  it("tells no range before anything has come", () => {
    const pager = (total: number) => (
      <UiProvider>
        <Pager label="Pages of fruits" page={2} pageSize={50} total={total} onPage={() => undefined} />
      </UiProvider>
    );
    const { rerender } = render(pager(0));
    expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
    rerender(pager(60));
    expect(screen.getByRole("navigation")).toHaveTextContent("51–60 of 60");
    expect(spoken()).toBe("");
  });

  it("claims no range past the end, and leads back to the last page", async () => {
    render(<Sample start={99} />);
    expect(screen.getByRole("navigation")).toHaveTextContent("Page 99 is empty: 60 in all");
    await userEvent.setup().click(screen.getByRole("button", { name: "Previous page" }));
    expect(screen.getByRole("navigation")).toHaveTextContent("51–60 of 60");
  });
});
