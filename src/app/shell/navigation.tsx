import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useRegexHelper } from "@/data/experiments";
import { paths } from "@/lib/paths";
import {
  AtIcon,
  CalendarIcon,
  DownloadIcon,
  GaugeIcon,
  HealthIcon,
  JournalIcon,
  LookUpIcon,
  MailIcon,
  RegexIcon,
  SettingsIcon,
  UsersIcon,
} from "@/ui/icons";
import { Link } from "@/ui/link";
import classes from "./navigation.module.css";

/** The areas of a project that are built. */
const AREAS = [
  { path: paths.subscriptions, label: "Subscriptions", Icon: MailIcon },
  { path: paths.recipients, label: "Recipients", Icon: AtIcon },
  { path: paths.calendar, label: "Calendar", Icon: CalendarIcon },
  { path: (projectId: string) => paths.health(projectId), label: "Health", Icon: HealthIcon },
  { path: paths.exports, label: "Exports", Icon: DownloadIcon },
  { path: paths.members, label: "Members", Icon: UsersIcon },
  { path: paths.vitals, label: "Web vitals", Icon: GaugeIcon },
  { path: paths.sessions, label: "Sessions", Icon: LookUpIcon },
  { path: paths.journal, label: "Journal", Icon: JournalIcon },
] as const;

/** Links to the areas that are built. `projectId` is null outside of a project. */
export function Navigation(props: { readonly projectId: string | null; readonly onNavigate?: () => void }) {
  const { projectId, onNavigate } = props;
  const hasRegex = useRegexHelper();
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.list}>
        {projectId !== null &&
          AREAS.map(({ path, label, Icon }) => (
            <Item key={label} to={path(projectId)} onNavigate={onNavigate}>
              <Icon /> {label}
            </Item>
          ))}
        {projectId !== null && hasRegex && (
          <Item to={paths.regex(projectId)} onNavigate={onNavigate}>
            <RegexIcon /> Regex helper
          </Item>
        )}
      </ul>
      <ul className={classes.list}>
        <Item to={paths.settings()} onNavigate={onNavigate}>
          <SettingsIcon /> Settings
        </Item>
      </ul>
    </nav>
  );
}

interface ItemProps {
  readonly to: string;
  readonly onNavigate: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A link that is the current one on the pages below it, too. */
function Item({ to, onNavigate, children }: ItemProps) {
  const { pathname } = useLocation();
  const isCurrent = `${pathname}/`.startsWith(`${to}/`);
  return (
    <li>
      <Link
        to={to}
        className={classes.link}
        aria-current={isCurrent ? "page" : undefined}
        onClick={onNavigate}
      >
        {children}
      </Link>
    </li>
  );
}
