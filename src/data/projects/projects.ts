import { queryOptions } from "@tanstack/react-query";
import { listProjects } from "@/contract/projects";
import type { Client } from "@/http/client";

export const projectQueries = {
  list: (client: Client) =>
    queryOptions({
      queryKey: [client.connection.id, "projects"],
      queryFn: ({ signal }) => client.request(listProjects, { path: {}, signal }),
      staleTime: 5 * 60_000,
    }),
};
