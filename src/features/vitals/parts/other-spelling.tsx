import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import { rowResponse } from "@/features/vitals/model/board-rows";
import { paths } from "@/lib/url/paths";
import { getOtherSpelling } from "@/lib/web-vitals/page-path";

/**
 * For a path without data. Requests the path with or without the slash at its end, and links to it
 * if it has data.
 */
export function OtherSpelling({ path }: { readonly path: string }) {
  const api = useApi();
  const other = getOtherSpelling(path);
  const { data = null } = useQuery({ ...vitalsQueries.path(api, other), enabled: other !== null });
  if (other === null || !rowResponse({ data })?.hasData) return null;
  return (
    <span style={{ fontSize: 12 }}>
      <Link to={paths.vital(api.projectId, other)}>{other}</Link> has data.
    </span>
  );
}
