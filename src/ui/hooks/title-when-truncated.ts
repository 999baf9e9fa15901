import type { PointerEvent } from "react";

/** For `onPointerEnter`: sets the title while the text is truncated. */
export function setTitleWhenTruncated({ currentTarget }: PointerEvent<HTMLElement>): void {
  const text = currentTarget.textContent.trim();
  if (text !== "" && currentTarget.scrollWidth > currentTarget.clientWidth) currentTarget.title = text;
  else currentTarget.removeAttribute("title");
}
