import { useLocation } from "react-router-dom";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/link-button";
import { Page } from "@/ui/page";
import { EmptyState } from "@/ui/states";

/** Shown for an address that leads nowhere. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is no page at this address"
        detail={`${pathname} may be mistyped, or the page has moved.`}
        action={<LinkButton to={paths.start()}>Go to the start page</LinkButton>}
      />
    </Page>
  );
}
