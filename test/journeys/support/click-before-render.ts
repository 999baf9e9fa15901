import { act, fireEvent, screen } from "@testing-library/react";
import type { userEvent } from "@testing-library/user-event";

interface Search {
  readonly label: string;
  readonly text: string;
}

/**
 * Types a search and clicks another element before the page renders, as on a busy page. Leaving the field writes the
 * text to the URL, and the click follows immediately.
 */
export async function clickBeforeRender(
  user: ReturnType<typeof userEvent.setup>,
  search: Search,
  target: () => HTMLElement,
): Promise<HTMLElement> {
  const field = await screen.findByRole("combobox", { name: search.label });
  await user.type(field, search.text);
  const button = target();
  await act(async () => {
    field.blur();
    fireEvent.click(button);
  });
  return field;
}
