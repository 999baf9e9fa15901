import { Fragment, memo, type ReactNode, use } from "react";
import { useRegexHelper } from "@/data/browser-storage/experiments";
import { isSamePath, paths } from "@/lib/url/paths";
import { KeyHint } from "@/ui/primitives/kbd";
import { Link } from "@/ui/primitives/link";
import {
  AtIcon,
  CalendarIcon,
  ChartIcon,
  DownloadIcon,
  GaugeIcon,
  HealthIcon,
  HelpIcon,
  HomeIcon,
  JournalIcon,
  LookUpIcon,
  MailIcon,
  RegexIcon,
  SettingsIcon,
  UsersIcon,
} from "@/ui/theme/icons";
import { HealthCount } from "./health-count";
import classes from "./navigation.module.css";
import { PendingPathname } from "./pending-pathname";

interface NavigationEntry {
  readonly path: (projectId: string) => string;
  readonly keys: string;
  readonly label: string;
  readonly Icon: typeof MailIcon;
  /** Shows how many objects need attention. */
  readonly Count?: typeof HealthCount;
}

const GROUPS: readonly { readonly label?: string; readonly items: readonly NavigationEntry[] }[] = [
  { items: [{ path: paths.project, keys: "g o", label: "Overview", Icon: HomeIcon }] },
  {
    label: "Reports",
    items: [
      { path: paths.subscriptions, keys: "g s", label: "Subscriptions", Icon: MailIcon },
      { path: paths.recipients, keys: "g r", label: "Recipients", Icon: AtIcon },
      { path: paths.sources, keys: "g d", label: "Sources", Icon: ChartIcon },
      { path: paths.calendar, keys: "g k", label: "Calendar", Icon: CalendarIcon },
      {
        path: (id: string) => paths.health(id),
        keys: "g h",
        label: "Health",
        Icon: HealthIcon,
        Count: HealthCount,
      },
      { path: paths.exports, keys: "g e", label: "Exports", Icon: DownloadIcon },
    ],
  },
  {
    label: "Website",
    items: [
      { path: paths.vitals, keys: "g v", label: "Web vitals", Icon: GaugeIcon },
      { path: paths.sessions, keys: "g l", label: "Sessions", Icon: LookUpIcon },
    ],
  },
  {
    label: "Project",
    items: [
      { path: paths.members, keys: "g m", label: "Members", Icon: UsersIcon },
      { path: paths.journal, keys: "g j", label: "Activity", Icon: JournalIcon },
    ],
  },
];

/** Returns the label of a page that is listed in `GROUPS`. Returns undefined for other pages. */
export function findPageLabel(pathname: string, projectId: string | null): string | undefined {
  if (projectId === null) return undefined;
  return GROUPS.flatMap(({ items }) => items).find(({ path }) => isSamePath(path(projectId), pathname))
    ?.label;
}

interface NavigationProps {
  /** Null outside a project. */
  readonly projectId: string | null;
  readonly onNavigate?: () => void;
}

/** Main navigation. */
export const Navigation = memo(function PlainNavigation({ projectId, onNavigate }: NavigationProps) {
  const hasRegex = useRegexHelper();
  return (
    <nav aria-label="Main" className={classes.nav}>
      <div>
        {projectId !== null &&
          GROUPS.map(({ label: groupLabel, items }) => (
            <Fragment key={groupLabel ?? ""}>
              {groupLabel && <p className={classes.group}>{groupLabel}</p>}
              <ul className={classes.list} aria-label={groupLabel}>
                {items.map(({ path, keys, label, Icon, Count }) => (
                  <NavigationItem key={label} to={path(projectId)} keys={keys} onNavigate={onNavigate}>
                    <Icon /> {label}
                    {Count && <Count projectId={projectId} />}
                  </NavigationItem>
                ))}
                {groupLabel === "Website" && hasRegex && (
                  <NavigationItem to={paths.regex(projectId)} onNavigate={onNavigate}>
                    <RegexIcon /> Regex helper
                  </NavigationItem>
                )}
              </ul>
            </Fragment>
          ))}
      </div>
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
});

interface NavigationItemProps {
  readonly to: string;
  readonly keys?: string;
  readonly onNavigate: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Link that is current on its page and on all pages below that page. */
function NavigationItem(props: NavigationItemProps) {
  const { to } = props;
  const pathname = use(PendingPathname);
  // The overview's path is a prefix of all paths in its project.
  const isOverview = /^\/p\/[^/]+$/.test(to);
  const isCurrent = isOverview ? isSamePath(pathname, to) : `${pathname}/`.startsWith(`${to}/`);
  return <NavigationLink {...props} isCurrent={isCurrent} />;
}

const NavigationLink = memo(function PlainNavigationLink(
  props: NavigationItemProps & { readonly isCurrent: boolean },
) {
  const { to, keys, onNavigate, isCurrent, children } = props;
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
});
