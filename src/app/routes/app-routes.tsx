import { lazy, type ReactNode } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { getRecentProject } from "@/app/connection/recent-project";
import { useSession } from "@/app/connection/session";
import { Shell } from "@/app/shell/shell";
import { paths } from "@/lib/url/paths";
import { NotFoundPage } from "./not-found.page";
import { ProjectLayout } from "./project-layout";
import { PageWithDrawer } from "./project-pages";
import { getUnderlyingPage, type RouteEntry, routes } from "./route-table";
import { SubscriptionDrawerLayout } from "./subscription-drawer-layout";

// Only development builds contain the kit page.
const KitPage = import.meta.env.DEV
  ? lazy(() => import("@/kit/kit.page").then((module) => ({ default: module.KitPage })))
  : null;

/** Redirects to the overview of the last project, or to Connect. */
function StartPage() {
  const { backend } = useSession();
  const target = backend === null ? paths.connect() : paths.project(getRecentProject(backend));
  return <Navigate to={target} replace />;
}

/** Redirects bookmarks from a former path, such as `journal`. Preserves search parameters. */
function RedirectToPage({ path }: { readonly path: string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: `../${path}`, search }} replace />;
}

const entries: readonly RouteEntry[] = Object.values(routes);
const subscriptionPages: readonly RouteEntry[] = [routes.subscriptionList, routes.subscriptionDetail];

function renderRoutes(pages: readonly RouteEntry[]): ReactNode {
  return pages.map((entry) => {
    const drawers = entries.filter((each) => getUnderlyingPage(each) === entry);
    const page = subscriptionPages.includes(entry) ? <SubscriptionDrawerLayout /> : <entry.Component />;
    return (
      <Route
        key={entry.path}
        path={entry.path}
        element={drawers.length > 0 ? <PageWithDrawer>{page}</PageWithDrawer> : page}
      >
        {renderRoutes(drawers)}
      </Route>
    );
  });
}

const pages = entries.filter((entry) => getUnderlyingPage(entry) === undefined);
const isInProject = ({ path }: RouteEntry) => path.startsWith("/p/");

/** Drawers are child routes of the pages that they cover. */
const projectRoutes = (
  <Route path="/p/:projectId">
    {renderRoutes(pages.filter(isInProject))}
    <Route path="journal" element={<RedirectToPage path="activity" />} />
    <Route path="subscriptions/apply" element={<RedirectToPage path="subscriptions/import" />} />
    <Route path="*" element={<NotFoundPage />} />
  </Route>
);

const appRoutes = (
  <Route element={<Shell />}>
    <Route index element={<StartPage />} />
    {renderRoutes(pages.filter((entry) => !isInProject(entry)))}
    {KitPage && <Route path={paths.kit()} element={<KitPage />} />}
    <Route path="/p/:projectId/*" element={<ProjectLayout routes={projectRoutes} />} />
    <Route path="*" element={<NotFoundPage />} />
  </Route>
);

export function AppRoutes() {
  return <Routes>{appRoutes}</Routes>;
}
