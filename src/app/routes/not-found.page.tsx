import { useLocation } from "react-router-dom";
import { paths } from "@/lib/url/paths";
import { EmptyState } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";

/** Shown for an address that leads nowhere. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is no page at this address"
        detail={`${pathname} may be mistyped, or the page has moved.`}
        action={<LinkButton to={paths.home()}>Go to the start page</LinkButton>}
      />
    </Page>
  );
}
