import { type ComponentProps, type MouseEvent, use } from "react";
import { UNSAFE_NavigationContext as NavigationContext, type To } from "react-router-dom";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** Absolute path, search string or fragment. */
  readonly to: To;
  /** By default, only a link to the current URL replaces the history entry. */
  readonly replace?: boolean;
}

/**
 * Shows a link to a page of the app. React Router's `Link` would add 3 KB for unused features, and
 * would render all links again in each page change.
 */
export function Link({ to, replace, onClick, ...anchor }: LinkProps) {
  const { navigator } = use(NavigationContext);

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const opensInOtherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || opensInOtherTab) return;
    const { href, target } = event.currentTarget;
    if (target !== "" && target !== "_self") return;
    event.preventDefault();
    if (replace ?? href === location.href) navigator.replace(to);
    else navigator.push(to);
  }

  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- content comes from props
  return <a {...anchor} href={navigator.createHref(to)} onClick={handleClick} />;
}
