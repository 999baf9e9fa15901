import type { ComponentProps } from "react";
import { type To, useHref, useLinkClickHandler } from "react-router-dom";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly to: To;
  readonly replace?: boolean;
}

/** Shows a link to a page of the app. React Router's `Link` would add 3 KB for unused features. */
export function Link({ to, replace, onClick, ...anchor }: LinkProps) {
  const handleLinkClick = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    ...(anchor.target !== undefined && { target: anchor.target }),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- content comes from props
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
