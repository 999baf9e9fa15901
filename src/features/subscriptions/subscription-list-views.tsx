import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { subscriptionQueries } from "@/data/subscriptions";
import { formatCount } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import { type ListFilters, toListQuery, writeListFilters } from "./subscription-filters";
import classes from "./subscription-list-views.module.css";

const VIEWS = [
  { view: "active", label: "Deliveries" },
  { view: "bin", label: "Bin" },
] as const;

/** Switches between the deliveries, whatever their state, and the bin. A count stands where one was served already. */
export function SubscriptionViews({ filters }: { readonly filters: ListFilters }) {
  const { projectId } = useApi();
  return (
    <nav className={classes.views} aria-label="Views">
      {VIEWS.map(({ view, label }) => (
        <Link
          key={view}
          to={`${paths.subscriptions(projectId)}${writeListFilters({ view, page: 1 })}`}
          className={classes.view}
          aria-current={filters.view === view ? "page" : undefined}
        >
          {label}
          <KnownCount filters={filters.view === view ? filters : { view, page: 1 }} />
        </Link>
      ))}
    </nav>
  );
}

function KnownCount({ filters }: { readonly filters: ListFilters }) {
  const api = useApi();
  // Not enabled: nobody asked for the other list, so only what is loaded already is told.
  const { data } = useQuery({ ...subscriptionQueries.list(api, toListQuery(filters)), enabled: false });
  return data ? <span className={classes.count}>{formatCount(data.count)}</span> : null;
}
