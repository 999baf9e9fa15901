import { Link } from "react-router-dom";
import { HELP_GROUPS } from "@/features/help/pages/table-of-contents";
import { paths } from "@/lib/url/paths";
import { Page } from "@/ui/page/page";
import classes from "./help-index.module.css";
import { readHelpPage, toText } from "./help-markdown";

export function HelpIndex() {
  return (
    <Page title="Help" description="Guides and reference for Environs.">
      <div className={classes.groups}>
        {HELP_GROUPS.map((group) => (
          <section key={group.title}>
            <h2 className={classes.title}>{group.title}</h2>
            <ul className={classes.pages}>
              {group.pages.map(({ name, title }) => (
                <li key={name}>
                  <Link to={paths.help(name)} className={classes.page}>
                    <span className={classes.name}>{title}</span>
                    <span className={classes.summary}>{toText([readHelpPage(name).summary])}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}
