import { Box, Stack } from "@mantine/core";
import { Link, useParams } from "react-router-dom";
import { HELP_GROUPS, HELP_PAGES } from "@/features/help/pages/table-of-contents";
import { paths } from "@/lib/url/paths";
import { EmptyState } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import shared from "@/ui/theme/shared.module.css";
import classes from "./help.module.css";
import { HelpArticle } from "./help-article";
import { readHelpPage, toText } from "./help-markdown";

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

function HelpIndex() {
  return (
    <Page title="Help" description="Guides and reference for Environs.">
      <Stack gap={28} maw={960}>
        {HELP_GROUPS.map((group) => (
          <section key={group.title}>
            <Box component="h2" mb={10}>
              {group.title}
            </Box>
            <ul className={`${shared.list} ${classes.index}`}>
              {group.pages.map(({ name, title }) => (
                <li key={name}>
                  <Link to={paths.help(name)} className={`${classes.cardLink} ${classes.page}`}>
                    <span className={shared.name}>{title}</span>
                    <Box component="span" lh="19px" c="dimmed" fz="sm">
                      {toText([readHelpPage(name).summary])}
                    </Box>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Stack>
    </Page>
  );
}
