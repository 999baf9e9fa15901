import { Link } from "react-router-dom";
import { formatCount } from "@/lib/text/numbers";
import classes from "./view-links.module.css";

interface ViewLink {
  readonly view: string;
  readonly label: string;
  readonly to: string;
  readonly count?: number | null;
}

interface ViewLinksProps {
  readonly views: readonly ViewLink[];
  readonly current: string;
}

export function ViewLinks({ views, current }: ViewLinksProps) {
  return (
    <nav className={classes.views} aria-label="Views">
      {views.map(({ view, label, to, count }) => (
        <Link
          key={view}
          to={to}
          className={classes.view}
          aria-current={current === view ? "page" : undefined}
        >
          {label}
          {count != null && <span className={classes.count}>{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
