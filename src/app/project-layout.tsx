import { useEffect, useMemo } from "react";
import { Navigate, Outlet, useLocation, useParams } from "react-router-dom";
import { ApiProvider } from "@/data/api-context";
import { enterProject, leaveProject } from "@/data/collections";
import { paths } from "@/lib/paths";
import { rememberProject } from "./recent-project";
import { useSession } from "./session";

/** Pages of one project: gives them the connection and the project of the URL. */
export function ProjectLayout() {
  const { backend, queries } = useSession();
  const { projectId = "" } = useParams();
  const location = useLocation();
  const api = useMemo(() => backend && { client: backend.client, projectId }, [backend, projectId]);

  useEffect(() => {
    if (api === null) return;
    enterProject(queries, api);
    return () => leaveProject(queries, api);
  }, [queries, api]);

  if (api === null || backend === null) {
    return <Navigate to={paths.connect(location.pathname + location.search)} replace />;
  }
  rememberProject(backend, projectId);
  return (
    <ApiProvider api={api}>
      <Outlet />
    </ApiProvider>
  );
}
