import { Activity, Component, memo, type ReactNode, use, useInsertionEffect, useState } from "react";
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  type NavigationType,
  UNSAFE_RouteContext as RouteContext,
  Routes,
} from "react-router-dom";
import { isOpenedFromList } from "@/lib/url/drawer-location-state";
import { NextPage, type PrerenderedPage } from "./prerendered-page";
import { findPage, routes as routeTable } from "./route-table";

interface LocationValue {
  readonly location: Location;
  readonly navigationType: NavigationType;
}

interface ProjectPagesProps {
  /** Routes of all pages in a project, with paths from the root. */
  readonly routes: ReactNode;
}

/** Shows the page at the current location. Prerenders the next page invisibly, without its effects. */
export function ProjectPages({ routes }: ProjectPagesProps) {
  const current = use(LocationContext);
  const next = use(NextPage);
  const [open, setOpen] = useState(() => ({ current, value: current, path: findPagePath(current.location) }));
  if (open.current !== current) {
    // A prerendered page keeps its value, so that opening it doesn't render it again.
    const isNext = next?.location.key === current.location.key;
    setOpen({ current, value: isNext ? next : current, path: findPagePath(current.location) });
  }
  const pages: { readonly path: string; readonly value: LocationValue }[] = [open];
  if (next !== null && next.path !== open.path) pages.push({ path: next.path, value: next });
  return pages.map((page) => (
    <Activity key={page.path} mode={page === open ? "visible" : "hidden"}>
      <PrerenderBoundary isVisible={page === open}>
        <PageAt value={page.value} routes={routes} />
      </PrerenderBoundary>
      <RenderMark page={page.value} />
    </Activity>
  ));
}

/** Returns the route path of the page at a location. For a drawer, it is the page below. */
function findPagePath({ pathname, state }: Location): string {
  if (isOpenedFromList(state)) return routeTable.subscriptionList.path;
  return findPage(new URL(pathname, globalThis.location.origin)) ?? "";
}

const ROOT_ROUTE = { outlet: null, matches: [], isDataRoute: false };

interface PageAtProps extends ProjectPagesProps {
  readonly value: LocationValue;
}

const PageAt = memo(function PlainPageAt({ value, routes }: PageAtProps) {
  return (
    <LocationContext value={value}>
      <RouteContext value={ROOT_ROUTE}>
        <Routes>{routes}</Routes>
      </RouteContext>
    </LocationContext>
  );
});

/** Marks a page as rendered, even if it failed. Unlike other effects, insertion effects also run in a hidden page. */
function RenderMark({ page }: { readonly page: Partial<PrerenderedPage> }) {
  useInsertionEffect(() => page.markAsRendered?.(), [page]);
  return null;
}

interface PrerenderBoundaryProps {
  readonly isVisible: boolean;
  readonly children: ReactNode;
}

interface PrerenderBoundaryState {
  readonly error: unknown;
  readonly isVisible: boolean;
}

/** Prevents an error in a hidden page from replacing the open page. When shown, the page renders again. */
class PrerenderBoundary extends Component<PrerenderBoundaryProps, PrerenderBoundaryState> {
  override state: PrerenderBoundaryState = { error: null, isVisible: false };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ isVisible }: PrerenderBoundaryProps, previous: PrerenderBoundaryState) {
    return { isVisible, error: isVisible === previous.isVisible ? previous.error : null };
  }

  override render(): ReactNode {
    const { error, isVisible } = this.state;
    if (error === null) return this.props.children;
    if (isVisible) throw error;
    return null;
  }
}
