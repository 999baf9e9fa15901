import { NavLink } from "react-router-dom";
import { paths } from "@/lib/paths";
import {
  AtIcon,
  CalendarIcon,
  DownloadIcon,
  HealthIcon,
  JournalIcon,
  MailIcon,
  SettingsIcon,
} from "@/ui/icons";
import classes from "./navigation.module.css";

/** The areas of a project that are built. */
const AREAS = [
  { path: paths.subscriptions, label: "Subscriptions", Icon: MailIcon },
  { path: paths.recipients, label: "Recipients", Icon: AtIcon },
  { path: paths.calendar, label: "Calendar", Icon: CalendarIcon },
  { path: (projectId: string) => paths.health(projectId), label: "Health", Icon: HealthIcon },
  { path: paths.exports, label: "Exports", Icon: DownloadIcon },
  { path: paths.journal, label: "Journal", Icon: JournalIcon },
] as const;

/** Links to the areas that are built. `projectId` is null outside of a project. */
export function Navigation(props: { readonly projectId: string | null; readonly onNavigate?: () => void }) {
  const { projectId, onNavigate } = props;
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.list}>
        {projectId !== null &&
          AREAS.map(({ path, label, Icon }) => (
            <li key={label}>
              <NavLink to={path(projectId)} className={classes.link ?? ""} onClick={onNavigate}>
                <Icon /> {label}
              </NavLink>
            </li>
          ))}
      </ul>
      <ul className={classes.list}>
        <li>
          <NavLink to={paths.settings()} className={classes.link ?? ""} onClick={onNavigate}>
            <SettingsIcon /> Settings
          </NavLink>
        </li>
      </ul>
    </nav>
  );
}
