import { NavLink } from "react-router-dom";
import { paths } from "@/lib/paths";
import { JournalIcon, MailIcon, SettingsIcon } from "@/ui/icons";
import classes from "./navigation.module.css";

/** Links to the areas that are built. `projectId` is null outside of a project. */
export function Navigation(props: { readonly projectId: string | null; readonly onNavigate?: () => void }) {
  const { projectId, onNavigate } = props;
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.list}>
        {projectId !== null && (
          <li>
            <NavLink to={paths.subscriptions(projectId)} className={classes.link ?? ""} onClick={onNavigate}>
              <MailIcon /> Subscriptions
            </NavLink>
          </li>
        )}
        {projectId !== null && (
          <li>
            <NavLink to={paths.journal(projectId)} className={classes.link ?? ""} onClick={onNavigate}>
              <JournalIcon /> Journal
            </NavLink>
          </li>
        )}
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
