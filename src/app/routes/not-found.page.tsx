import { useLocation } from "react-router-dom";
import { paths } from "@/lib/url/paths";
import { EmptyState } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <EmptyState
        title="Page not found"
        detail={`${pathname} doesn't exist.`}
        action={<LinkButton to={paths.home()}>Go to home page</LinkButton>}
      />
    </Page>
  );
}
