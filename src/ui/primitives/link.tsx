import type { ComponentProps } from "react";
import { type To, useHref, useLinkClickHandler } from "react-router-dom";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly to: To;
  /** Takes the place of the current entry in the browser's history. */
  readonly replace?: boolean;
}

/** A link to a page of the app. The router's own one costs 3 KB more, for frameworks that are not used here. */
export function Link({ to, replace, onClick, ...anchor }: LinkProps) {
  const handleLinkClick = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    ...(anchor.target !== undefined && { target: anchor.target }),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is in the props
    <a
      {...anchor}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) handleLinkClick(event);
      }}
    />
  );
}
