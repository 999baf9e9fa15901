import type { PointerEvent } from "react";

/** Sets the title while the text is truncated. For use as `onPointerEnter`. */
export function setTitleWhenTruncated({ currentTarget }: PointerEvent<HTMLElement>): void {
  const text = currentTarget.textContent.trim();
  if (text !== "" && currentTarget.scrollWidth > currentTarget.clientWidth) currentTarget.title = text;
  else currentTarget.removeAttribute("title");
}
