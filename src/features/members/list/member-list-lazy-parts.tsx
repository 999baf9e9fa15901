import { lazyPage } from "@/ui/hooks/lazy-page";

/** What few need at once: loaded behind the rows. */
export const { Component: LazyMemberViewOptions } = lazyPage(
  () => import("./member-view-options"),
  "MemberViewOptions",
);
/** Loaded when it is asked for. */
export const { Component: LazyMemberListDownload } = lazyPage(
  () => import("./member-list-download"),
  "MemberListDownload",
);
/** Loaded when there is something selected. */
export const { Component: LazyMemberSelection } = lazyPage(
  () => import("./member-selection"),
  "MemberSelection",
);
/** Loaded when there are no rows. */
export const { Component: LazyMemberListEmpty } = lazyPage(
  () => import("./member-list-empty"),
  "MemberListEmpty",
);
