import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { type HelpPageName, paths } from "@/lib/url/paths";

interface HelpLinkProps {
  readonly page: HelpPageName;
  /** ID of a heading on the page. */
  readonly section?: string;
  /** Completes "Learn more about …" for screen readers. */
  readonly topic: string;
}

export function HelpLink({ page, section, topic }: HelpLinkProps) {
  return (
    <Anchor
      component={Link}
      to={paths.help(page, section)}
      underline="always"
      aria-label={`Learn more about ${topic}`}
      data-no-print
    >
      Learn more
    </Anchor>
  );
}
