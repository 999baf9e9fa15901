import { lazyPage } from "@/ui/hooks/lazy-page";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";

/** Loaded after the rows. */
export const { Component: LazyMemberViewOptions } = lazyPage(
  () => import("./member-view-options"),
  "MemberViewOptions",
);
export const LazyMemberListDownload = lazyOverlay(
  () => import("./member-list-download"),
  "MemberListDownload",
);
/** Loaded when rows are selected. */
export const { Component: LazyMemberSelection } = lazyPage(
  () => import("./member-selection"),
  "MemberSelection",
);
/** Loaded when there are no rows. */
export const { Component: LazyMemberListEmpty } = lazyPage(
  () => import("./member-list-empty"),
  "MemberListEmpty",
);
