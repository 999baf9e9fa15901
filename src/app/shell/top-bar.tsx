import { memo } from "react";
import { Link } from "react-router-dom";
import type { Backend } from "@/app/connection/backend";
import { paths } from "@/lib/url/paths";
import { ColorSchemeToggle } from "@/ui/feedback/color-scheme-toggle";
import { Kbd } from "@/ui/primitives/kbd";
import { MenuIcon, SearchIcon } from "@/ui/theme/icons";
import { ConnectionBadge } from "./connection-badge";
import type { OverlayName } from "./overlays";
import { ProjectSwitcher } from "./project-switcher";
import classes from "./top-bar.module.css";

interface TopBarProps {
  readonly backend: Backend | null;
  readonly projectId: string | null;
  readonly onOpen: (overlay: OverlayName) => void;
}

const PALETTE_KEYS = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘K" : "Ctrl K";

export const TopBar = memo(function PlainTopBar({ backend, projectId, onOpen }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={classes.menu}
        aria-label="Open navigation"
        onClick={() => onOpen("navigation")}
      >
        <MenuIcon />
      </button>
      <Link to={paths.home()} className={classes.home}>
        Environs
      </Link>
      <div className={classes.project}>
        {backend && projectId !== null && <ProjectSwitcher backend={backend} projectId={projectId} />}
      </div>
      <button
        type="button"
        className={classes.search}
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => onOpen("palette")}
      >
        <SearchIcon />
        <span className={classes.searchLabel}>Search</span>
        <Kbd>{PALETTE_KEYS}</Kbd>
      </button>
      <ConnectionBadge />
      <ColorSchemeToggle />
    </header>
  );
});
