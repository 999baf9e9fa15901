import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type MouseEvent, type ReactNode } from "react";
import { BrowserRouter, useLocation, useNavigationType } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { Link } from "./link";

function LocationOutput() {
  const { pathname, search } = useLocation();
  return <output>{`${useNavigationType()} ${pathname}${search}`}</output>;
}

function renderLink(link: ReactNode) {
  globalThis.history.replaceState(null, "", "/p/1?view=trash");
  render(
    <BrowserRouter>
      {link}
      <LocationOutput />
    </BrowserRouter>,
  );
  return { user: userEvent.setup(), here: () => screen.getByRole("status").textContent };
}

it.each(["Control", "Meta", "Shift"])("leaves a click with %s to the browser", async (key) => {
  const { user, here } = renderLink(<Link to="/p/2">Two</Link>);
  // jsdom can't navigate.
  document.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await user.keyboard(`{${key}>}`);
  await user.click(screen.getByRole("link", { name: "Two" }));
  expect(here()).toBe("POP /p/1?view=trash");
});

it("ignores handled clicks and links to other tabs", async () => {
  const onClick = vi.fn<(event: MouseEvent) => void>((event) => event.preventDefault());
  const { user, here } = renderLink(
    <>
      <Link to="/p/2" onClick={onClick}>
        Two
      </Link>
      <Link to="/p/3" target="_blank" rel="noreferrer">
        Three
      </Link>
    </>,
  );
  await user.click(screen.getByRole("link", { name: "Two" }));
  expect(onClick).toHaveBeenCalledTimes(1);
  document.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await user.click(screen.getByRole("link", { name: "Three" }));
  expect(here()).toBe("POP /p/1?view=trash");
});
