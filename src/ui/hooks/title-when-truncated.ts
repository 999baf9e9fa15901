import type { PointerEvent } from "react";

/** For `onPointerEnter`: gives the element its whole text as a title while its box cuts it, and none otherwise. */
export function setTitleWhenTruncated({ currentTarget }: PointerEvent<HTMLElement>): void {
  const text = currentTarget.textContent.trim();
  if (text !== "" && currentTarget.scrollWidth > currentTarget.clientWidth) currentTarget.title = text;
  else currentTarget.removeAttribute("title");
}
