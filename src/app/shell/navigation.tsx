import { Fragment } from "react";
import { NavLink } from "react-router-dom";
import { type Destination, destinationPath, listDestinations, type NavigationGroup } from "@/app/pages";
import { useRegexHelper } from "@/data/browser-storage/experiments";
import { KeyHint } from "@/ui/primitives/kbd";
import { HealthCount } from "./health-count";
import classes from "./navigation.module.css";

const PROJECT_GROUPS: readonly NavigationGroup[] = ["start", "Reports", "Website", "Project"];

interface NavigationProps {
  /** Null outside a project. */
  readonly projectId: string | null;
  readonly onNavigate?: () => void;
}

/** Main navigation. */
export function Navigation({ projectId, onNavigate }: NavigationProps) {
  const destinations = listDestinations(projectId, useRegexHelper());
  const renderItems = (group: NavigationGroup) =>
    destinations
      .filter((destination) => destination.group === group)
      .map((destination) => (
        <NavigationItem
          key={destination.id}
          destination={destination}
          projectId={projectId}
          onNavigate={onNavigate}
        />
      ));
  return (
    <nav aria-label="Main" className={classes.nav}>
      <div>
        {projectId !== null &&
          PROJECT_GROUPS.map((group) => {
            const heading = group === "start" ? undefined : group;
            return (
              <Fragment key={group}>
                {heading && <p className={classes.group}>{heading}</p>}
                <ul className={classes.list} aria-label={heading}>
                  {renderItems(group)}
                </ul>
              </Fragment>
            );
          })}
      </div>
      <ul className={classes.list}>{renderItems("app")}</ul>
    </nav>
  );
}

interface NavigationItemProps {
  readonly destination: Destination;
  readonly projectId: string | null;
  readonly onNavigate: (() => void) | undefined;
}

/** Link that is current on its page and on all pages below that page. */
function NavigationItem({ destination, projectId, onNavigate }: NavigationItemProps) {
  const { id, label, Icon, keys } = destination;
  return (
    <li>
      <NavLink
        to={destinationPath(destination, projectId)}
        // The overview's path is a prefix of all paths in its project.
        end={id === "overview"}
        className={({ isPending }) => `${classes.link} ${isPending ? classes.pending : ""}`}
        onClick={onNavigate}
      >
        <Icon /> {label}
        {id === "health" && projectId !== null && <HealthCount projectId={projectId} />}
        {keys && (
          <span className={classes.keys}>
            <KeyHint keys={keys} />
          </span>
        )}
      </NavLink>
    </li>
  );
}
