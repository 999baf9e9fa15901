import { type ReactNode, use, useState } from "react";
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from "react-router-dom";
import { isSamePath } from "@/lib/url/paths";

interface ContentBehindDrawerProps {
  /** Path of the page. */
  readonly path: string;
  readonly children: ReactNode;
}

/**
 * Content of a page that stays visible behind drawers with their own paths. The content keeps the
 * page's location while a drawer is open, so that it isn't rendered again when the drawer opens.
 */
export function ContentBehindDrawer({ path, children }: ContentBehindDrawerProps) {
  const location = use(LocationContext);
  const route = use(RouteContext);
  const [kept, setKept] = useState({ location, route });
  if (kept.location !== location && isSamePath(location.location.pathname, path))
    setKept({ location, route });
  return (
    <LocationContext value={kept.location}>
      <RouteContext value={kept.route}>{children}</RouteContext>
    </LocationContext>
  );
}
