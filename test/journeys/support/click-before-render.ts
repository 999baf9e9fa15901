import { act, fireEvent, screen } from "@testing-library/react";
import type { userEvent } from "@testing-library/user-event";

interface Search {
  readonly label: string;
  readonly text: string;
}

/**
 * Types a search and presses something else so soon that no page of the first address is drawn in between, as on a
 * busy page: the text goes into the address when the field is left, and the press comes upon it.
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
