import { Box, Group, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import { Link, useLocation, useParams } from "react-router-dom";
import { HELP_GROUPS, HELP_PAGES, type HelpPageEntry } from "@/features/help/pages/table-of-contents";
import { paths } from "@/lib/url/paths";
import { EmptyState } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import shared from "@/ui/theme/shared.module.css";
import classes from "./help.module.css";
import { HelpBlocks, readHelpPage, toText } from "./help-markdown";

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
        action={
          <LinkButton variant="filled" to={paths.help()}>
            All help pages
          </LinkButton>
        }
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

interface HelpArticleProps {
  readonly page: HelpPageEntry;
  readonly previous: HelpPageEntry | undefined;
  readonly next: HelpPageEntry | undefined;
}

/** Scrolls to the heading in the URL's hash and focuses it. */
function useScrollToHeading(): void {
  // Each navigation creates a location object, so selecting the same heading again also scrolls.
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    if (hash === "") return;
    // Waits for a frame, because the shell first scrolls each new page to its top.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(hash.slice(1));
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [location]);
}

function HelpArticle({ page, previous, next }: HelpArticleProps) {
  useScrollToHeading();
  const { title, headings, summary, body } = readHelpPage(page.name);
  return (
    <Page
      title={title}
      documentTitle={`${title} · Help`}
      breadcrumbs={[{ label: "Help", to: paths.help() }]}
      description={<HelpBlocks tokens={("tokens" in summary && summary.tokens) || []} title={title} />}
    >
      <div className={classes.layout}>
        <HelpPageList current={page} />
        <article className={classes.article}>
          <HelpBlocks tokens={body} title={title} />
          <Group component="nav" gap="sm" align="stretch" mt={48} aria-label="Other help pages">
            {previous && <PagerLink label="Previous" page={previous} />}
            {next && <PagerLink label="Next" page={next} />}
          </Group>
        </article>
        {headings.length > 1 && (
          <nav className={classes.contents} aria-labelledby="table-of-contents">
            <Text id="table-of-contents" p="4px 8px" c="var(--ui-text)" fz="xs" fw={600}>
              On this page
            </Text>
            <ul className={shared.list}>
              {headings.map(({ id, text }) => (
                <li key={id}>
                  <Link to={`#${id}`} className={classes.listLink}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </Page>
  );
}

function HelpPageList({ current }: { readonly current: HelpPageEntry }) {
  return (
    <nav className={classes.pages} aria-label="Help pages">
      {HELP_GROUPS.map(({ title, pages }) => (
        <div key={title}>
          <Text p="4px 8px" c="var(--ui-text)" fz="xs" fw={600}>
            {title}
          </Text>
          <ul className={shared.list}>
            {pages.map((page) => (
              <li key={page.name}>
                <Link
                  to={paths.help(page.name)}
                  className={classes.listLink}
                  aria-current={page === current ? "page" : undefined}
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function PagerLink({ label, page }: { readonly label: "Previous" | "Next"; readonly page: HelpPageEntry }) {
  return (
    <Link to={paths.help(page.name)} className={`${classes.cardLink} ${classes.pagerLink}`} data-side={label}>
      <Box component="span" fw={400} c="dimmed" fz="xs">
        {label}
      </Box>
      <span>{page.title}</span>
    </Link>
  );
}
