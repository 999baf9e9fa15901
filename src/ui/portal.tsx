import type { ReactNode } from "react";
import { createPortal } from "react-dom";

const MARK = "data-mantine-shared-portal-node";

/** Where Mantine puts everything that opens, in the order in which it opens: what opens last lies on top. */
function sharedNode(): Element {
  const there = document.querySelector(`[${MARK}]`);
  if (there !== null) return there;
  const made = document.createElement("div");
  made.setAttribute("data-portal", "true");
  made.setAttribute(MARK, "true");
  document.body.append(made);
  return made;
}

/**
 * Puts its children where Mantine's portal would. That one draws them in one go once it stands itself; here they belong
 * to the drawing that opens them, which a browser does in slices.
 */
export function Portal({ children }: { readonly children: ReactNode }) {
  return createPortal(children, sharedNode());
}
