import { type ReactNode, use } from "react";
import { useLocation } from "react-router-dom";
import { findPageLabel } from "./navigation";
import classes from "./pending-page.module.css";
import { PendingPathname } from "./pending-pathname";

/**
 * Covers the current page with the next page's heading until the next page is rendered. The current page stays
 * rendered below, so that its focus and scroll position can be saved for Back.
 */
export function PendingPage(props: { readonly projectId: string | null; readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const pendingPathname = use(PendingPathname);
  const label = pendingPathname === pathname ? undefined : findPageLabel(pendingPathname, props.projectId);
  return (
    <div className={classes.frame}>
      {props.children}
      {label !== undefined && (
        <div className={classes.cover} aria-hidden="true" data-no-print>
          {/* CSS shows the label, so that a text search finds only the page's heading. */}
          <div className={classes.head} data-label={label} />
        </div>
      )}
    </div>
  );
}
