type Id = string | number;

function project(projectId: Id): string {
  return `/p/${encodeURIComponent(projectId)}`;
}

/** Addresses of the app's pages. Everything that links goes through here. */
export const paths = {
  start: () => "/",
  /** `from` is the page to come back to. */
  connect: (from?: string) => (from === undefined ? "/connect" : `/connect?from=${encodeURIComponent(from)}`),
  settings: () => "/settings",
  kit: () => "/kit",
  project,
  subscriptions: (projectId: Id, view: "active" | "bin" = "active") =>
    `${project(projectId)}/subscriptions${view === "bin" ? "?view=bin" : ""}`,
  newSubscription: (projectId: Id, options: { readonly from?: Id } = {}) =>
    `${project(projectId)}/subscriptions/new${options.from === undefined ? "" : `?from=${encodeURIComponent(options.from)}`}`,
  subscription: (projectId: Id, id: Id) => `${project(projectId)}/subscriptions/${encodeURIComponent(id)}`,
  editSubscription: (projectId: Id, id: Id) =>
    `${project(projectId)}/subscriptions/${encodeURIComponent(id)}/edit`,
  journal: (projectId: Id) => `${project(projectId)}/journal`,
};
