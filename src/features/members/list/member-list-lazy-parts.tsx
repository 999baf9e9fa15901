import { lazyPage } from "@/ui/hooks/lazy-page";

/** What few need at once: loaded behind the rows. */
export const { Component: Arrange } = lazyPage(() => import("./member-view-options"), "Arrange");
/** Loaded when it is asked for. */
export const { Component: Download } = lazyPage(() => import("./member-list-download"), "Download");
/** Loaded when there is something selected. */
export const { Component: Selection } = lazyPage(() => import("./member-selection"), "MemberSelection");
/** Loaded when there are no rows. */
export const { Component: NoRows } = lazyPage(() => import("./member-list-empty"), "NoRows");
