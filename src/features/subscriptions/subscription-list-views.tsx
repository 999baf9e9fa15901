import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { type SubscriptionView, useLoadedCount } from "@/data/subscription-collections";
import { formatCount } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import classes from "./subscription-list-views.module.css";

const VIEWS = [
  { view: "active", label: "Deliveries" },
  { view: "bin", label: "Bin" },
] as const;

/** Switches between the deliveries, whatever their state, and the bin. A count stands where one was served already. */
export function SubscriptionViews({ view: current }: { readonly view: SubscriptionView }) {
  const { projectId } = useApi();
  return (
    <nav className={classes.views} aria-label="Views">
      {VIEWS.map(({ view, label }) => (
        <Link
          key={view}
          to={paths.subscriptions(projectId, view)}
          className={classes.view}
          aria-current={current === view ? "page" : undefined}
        >
          {label}
          <KnownCount view={view} />
        </Link>
      ))}
    </nav>
  );
}

function KnownCount({ view }: { readonly view: SubscriptionView }) {
  const count = useLoadedCount(useQueryClient(), useApi(), view);
  return count === null ? null : <span className={classes.count}>{formatCount(count)}</span>;
}
