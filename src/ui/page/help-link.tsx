import { Link } from "react-router-dom";
import { type HelpPageName, paths } from "@/lib/url/paths";
import classes from "./help-link.module.css";

interface HelpLinkProps {
  readonly page: HelpPageName;
  /** ID of a heading on the page. */
  readonly section?: string;
  /** Completes "Learn more about …" for screen readers. */
  readonly topic: string;
}

export function HelpLink({ page, section, topic }: HelpLinkProps) {
  return (
    <Link
      to={paths.help(page, section)}
      className={classes.link}
      aria-label={`Learn more about ${topic}`}
      data-no-print
    >
      Learn more
    </Link>
  );
}
