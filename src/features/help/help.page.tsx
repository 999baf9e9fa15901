import { useParams } from "react-router-dom";
import { HELP_PAGES } from "@/features/help/pages/table-of-contents";
import { paths } from "@/lib/url/paths";
import { EmptyState } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { HelpArticle } from "./help-article";
import { HelpIndex } from "./help-index";

/** User guide. Works without a connection to a server. */
export function HelpPage() {
  const { page: name } = useParams();
  if (name === undefined) return <HelpIndex />;
  const index = HELP_PAGES.findIndex((page) => page.name === name);
  const page = HELP_PAGES[index];
  if (page === undefined) return <UnknownPage name={name} />;
  return <HelpArticle page={page} previous={HELP_PAGES[index - 1]} next={HELP_PAGES[index + 1]} />;
}

function UnknownPage({ name }: { readonly name: string }) {
  return (
    <Page title="Help page not found" breadcrumbs={[{ label: "Help", to: paths.help() }]}>
      <EmptyState
        title="Help page not found"
        detail={`There is no help page named “${name}”.`}
        action={<LinkButton to={paths.help()}>All help pages</LinkButton>}
      />
    </Page>
  );
}
