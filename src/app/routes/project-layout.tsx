import { type ReactNode, useEffect, useMemo } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { storeLastProject } from "@/app/connection/recent-project";
import { useSession } from "@/app/connection/session";
import { ApiProvider } from "@/data/client/api-context";
import { forgetOtherProjects, stopProjectCollections } from "@/data/collection/use-collection";
import { paths } from "@/lib/url/paths";
import { ProjectPages } from "./project-pages";

export function ProjectLayout({ routes }: { readonly routes: ReactNode }) {
  const { backend, queryClient } = useSession();
  const { projectId = "" } = useParams();
  const location = useLocation();
  const api = useMemo(() => backend && { client: backend.client, projectId }, [backend, projectId]);

  useEffect(() => {
    if (api === null) return;
    forgetOtherProjects(queryClient, api);
    return () => stopProjectCollections(queryClient, api);
  }, [queryClient, api]);

  if (api === null || backend === null) {
    return <Navigate to={paths.connect(location.pathname + location.search)} replace />;
  }
  storeLastProject(backend, projectId);
  return (
    <ApiProvider api={api}>
      <ProjectPages routes={routes} />
    </ApiProvider>
  );
}
