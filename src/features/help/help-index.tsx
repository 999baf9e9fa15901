import { Box, Stack } from "@mantine/core";
import { Link } from "react-router-dom";
import { HELP_GROUPS } from "@/features/help/pages/table-of-contents";
import { paths } from "@/lib/url/paths";
import { Page } from "@/ui/page/page";
import shared from "@/ui/theme/shared.module.css";
import classes from "./help.module.css";
import { readHelpPage, toText } from "./help-markdown";

export function HelpIndex() {
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
