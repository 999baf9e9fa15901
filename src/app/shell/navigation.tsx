import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useRegexHelper } from "@/data/browser-storage/experiments";
import { paths } from "@/lib/url/paths";
import { KeyHint } from "@/ui/primitives/kbd";
import { Link } from "@/ui/primitives/link";
import {
  AtIcon,
  CalendarIcon,
  DownloadIcon,
  GaugeIcon,
  HealthIcon,
  HelpIcon,
  JournalIcon,
  LookUpIcon,
  MailIcon,
  RegexIcon,
  SettingsIcon,
  UsersIcon,
} from "@/ui/theme/icons";
import classes from "./navigation.module.css";

const NAVIGATION_ITEMS = [
  { path: paths.subscriptions, keys: "g s", label: "Subscriptions", Icon: MailIcon },
  { path: paths.recipients, keys: "g r", label: "Recipients", Icon: AtIcon },
  { path: paths.calendar, keys: "g k", label: "Calendar", Icon: CalendarIcon },
  { path: (projectId: string) => paths.health(projectId), keys: "g h", label: "Health", Icon: HealthIcon },
  { path: paths.exports, keys: "g e", label: "Exports", Icon: DownloadIcon },
  { path: paths.members, keys: "g m", label: "Members", Icon: UsersIcon },
  { path: paths.vitals, keys: "g v", label: "Web vitals", Icon: GaugeIcon },
  { path: paths.sessions, keys: "g l", label: "Sessions", Icon: LookUpIcon },
  { path: paths.journal, keys: "g j", label: "Activity", Icon: JournalIcon },
] as const;

/** Main navigation. `projectId` is null outside of a project. */
export function Navigation(props: { readonly projectId: string | null; readonly onNavigate?: () => void }) {
  const { projectId, onNavigate } = props;
  const hasRegex = useRegexHelper();
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.list}>
        {projectId !== null &&
          NAVIGATION_ITEMS.map(({ path, keys, label, Icon }) => (
            <NavigationItem key={label} to={path(projectId)} keys={keys} onNavigate={onNavigate}>
              <Icon /> {label}
            </NavigationItem>
          ))}
        {projectId !== null && hasRegex && (
          <NavigationItem to={paths.regex(projectId)} onNavigate={onNavigate}>
            <RegexIcon /> Regex helper
          </NavigationItem>
        )}
      </ul>
      <ul className={classes.list}>
        <NavigationItem to={paths.settings()} keys="g ," onNavigate={onNavigate}>
          <SettingsIcon /> Settings
        </NavigationItem>
        <NavigationItem to={paths.help()} onNavigate={onNavigate}>
          <HelpIcon /> Help
        </NavigationItem>
      </ul>
    </nav>
  );
}

interface NavigationItemProps {
  readonly to: string;
  readonly keys?: string;
  readonly onNavigate: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Link that is also current on the pages below it. */
function NavigationItem({ to, keys, onNavigate, children }: NavigationItemProps) {
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
        {keys && (
          <span className={classes.keys}>
            <KeyHint keys={keys} />
          </span>
        )}
      </Link>
    </li>
  );
}
