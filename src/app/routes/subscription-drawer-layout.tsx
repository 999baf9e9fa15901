import { useLocation, useParams } from "react-router-dom";
import { isOpenedFromList } from "@/lib/url/drawer-location-state";
import { routes } from "./route-table";

const { subscriptionList, subscriptionDetail } = routes;

/**
 * The page under the drawers: the list, or the page of a delivery. One component for both addresses, so that the list
 * stays as it is behind a drawer that was opened from one of its rows.
 */
export function SubscriptionDrawerLayout() {
  const { id } = useParams();
  const { state } = useLocation();
  return id === undefined || isOpenedFromList(state) ? (
    <subscriptionList.Component />
  ) : (
    <subscriptionDetail.Component />
  );
}
