import { useLocation, useParams } from "react-router-dom";
import { isOpenedFromList } from "@/lib/url/drawer-location-state";
import { routes } from "./route-table";

const { subscriptionList, subscriptionDetail } = routes;

/**
 * Shows the page below the drawers, which is the list or a subscription. The routes of the list and
 * of a subscription share this component, so that the list keeps its state when a drawer opens over
 * it.
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
