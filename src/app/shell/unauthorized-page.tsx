import { useLocation } from "react-router-dom";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/link-button";
import { Page } from "@/ui/page";
import { ErrorState } from "@/ui/states";
import { useSession } from "../session";

/** Stands before every page, once for the whole app, when the server does not accept the key any more. */
export function UnauthorizedPage() {
  const { backend } = useSession();
  const { pathname, search } = useLocation();
  return (
    <Page title="Enter a key">
      <ErrorState
        problem={{
          title: "The server does not accept the key",
          detail: `${backend?.client.connection.label ?? "The server"} says that the personal API key is invalid. It may have been rolled or deleted. Enter a valid one, and you come back to this page.`,
          canRetry: false,
        }}
        actions={<LinkButton to={paths.connect(pathname + search)}>Enter a key</LinkButton>}
      />
    </Page>
  );
}
