import { memo, type ReactNode, use, useMemo, useState } from "react";
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
  Routes,
} from "react-router-dom";
import { isOpenedFromList } from "@/lib/url/drawer-location-state";
import { type LocationValue, PrerenderSlot } from "./prerender-slot";
import { findDrawer, findPage, routes as routeTable } from "./route-table";

interface ProjectPagesProps {
  /** Routes of all pages in a project, with paths from the root. */
  readonly routes: ReactNode;
}

/** Shows the page at the current location. */
export function ProjectPages({ routes }: ProjectPagesProps) {
  return (
    <PrerenderSlot findPath={findPagePath}>
      {(value) => <PageAt value={value} routes={routes} />}
    </PrerenderSlot>
  );
}

const ROOT_ROUTE = { outlet: null, matches: [], isDataRoute: false };

interface AtProps {
  readonly value: LocationValue;
}

const PageAt = memo(function PlainPageAt({ value, routes }: AtProps & ProjectPagesProps) {
  return (
    <LocationContext value={value}>
      <RouteContext value={ROOT_ROUTE}>
        <Routes>{routes}</Routes>
      </RouteContext>
    </LocationContext>
  );
});

/** Renders a page. Its `<Outlet>` shows the drawer at the current location. */
export function PageWithDrawer({ children }: { readonly children: ReactNode }) {
  const route = use(RouteContext);
  const value = useMemo(() => ({ ...route, outlet: <DrawerSlot /> }), [route]);
  return <RouteContext value={value}>{children}</RouteContext>;
}

function DrawerSlot() {
  const pagePath = findPagePath(use(LocationContext).location);
  const findPath = (location: Location) =>
    findPagePath(location) === pagePath ? findDrawer(toUrl(location))?.path : undefined;
  return <PrerenderSlot findPath={findPath}>{(value) => <DrawerAt value={value} />}</PrerenderSlot>;
}

const DrawerAt = memo(function PlainDrawerAt({ value }: AtProps) {
  const route = use(RouteContext);
  const [kept, setKept] = useState({ value, route });
  // A prerendered drawer keeps its route, so that opening it doesn't render it again.
  if (kept.value !== value) setKept({ value, route });
  // Memoized, because the context of the page below changes when the drawer opens.
  return useMemo(() => {
    const drawer = findDrawer(toUrl(kept.value.location));
    return (
      <LocationContext value={kept.value}>
        <RouteContext value={kept.route}>{drawer && <drawer.Component />}</RouteContext>
      </LocationContext>
    );
  }, [kept]);
});

/** Returns the route path of the page at a location, or of the page below a drawer. */
function findPagePath(location: Location): string {
  if (isOpenedFromList(location.state)) return routeTable.subscriptionList.path;
  return findPage(toUrl(location)) ?? "";
}

function toUrl({ pathname }: Location): URL {
  return new URL(pathname, globalThis.location.origin);
}
