import { lazy } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { paths } from "@/lib/paths";
import { NotFoundPage } from "./not-found.page";
import { ProjectLayout } from "./project-layout";
import { recentProject } from "./recent-project";
import { routes } from "./route-table";
import { useSession } from "./session";
import { Shell } from "./shell/shell";
import { SubscriptionFrame } from "./subscription-frame";

// Only development builds contain the kit page.
const KitPage = import.meta.env.DEV
  ? lazy(() => import("./kit.page").then((module) => ({ default: module.KitPage })))
  : null;

/** The page a bare address leads to: the project of last time, or the way to a first connection. */
function StartPage() {
  const { backend } = useSession();
  const target = backend === null ? paths.connect() : paths.subscriptions(recentProject(backend));
  return <Navigate to={target} replace />;
}

const {
  connect,
  settings,
  subscriptionList,
  subscriptionCreate,
  subscriptionApply,
  subscriptionDetail,
  subscriptionEdit,
  recipientList,
  calendar,
  health,
  exportList,
  exportCreate,
  exportDetail,
  journal,
} = routes;

/** All pages. A drawer is a child route of the page it opens over. */
export const routeTree = (
  <Route element={<Shell />}>
    <Route index element={<StartPage />} />
    <Route path={connect.path} element={<connect.Component />} />
    <Route path={settings.path} element={<settings.Component />} />
    {KitPage && <Route path={paths.kit()} element={<KitPage />} />}
    <Route path="/p/:projectId" element={<ProjectLayout />}>
      <Route index element={<Navigate to="subscriptions" replace />} />
      <Route path={subscriptionList.path} element={<SubscriptionFrame />}>
        <Route path={subscriptionCreate.path} element={<subscriptionCreate.Component />} />
      </Route>
      <Route path={subscriptionApply.path} element={<subscriptionApply.Component />} />
      <Route path={subscriptionDetail.path} element={<SubscriptionFrame />}>
        <Route path={subscriptionEdit.path} element={<subscriptionEdit.Component />} />
      </Route>
      <Route path={recipientList.path} element={<recipientList.Component />} />
      <Route path={calendar.path} element={<calendar.Component />} />
      <Route path={health.path} element={<health.Component />} />
      <Route path={exportList.path} element={<exportList.Component />}>
        <Route path={exportCreate.path} element={<exportCreate.Component />} />
      </Route>
      <Route path={exportDetail.path} element={<exportDetail.Component />} />
      <Route path={journal.path} element={<journal.Component />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
    <Route path="*" element={<NotFoundPage />} />
  </Route>
);

/** The page of the address. */
export function AppRoutes() {
  return <Routes>{routeTree}</Routes>;
}
