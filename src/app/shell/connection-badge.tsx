import { Link } from "react-router-dom";
import { useSession } from "@/app/connection/session";
import { paths } from "@/lib/url/paths";
import classes from "./connection-badge.module.css";

interface ConnectionBadgeProps {
  /** Whether the full name fits. */
  readonly isWide?: boolean;
  readonly onNavigate?: () => void;
}

export function ConnectionBadge({ isWide = false, onNavigate }: ConnectionBadgeProps) {
  const { backend } = useSession();
  if (backend === null) return null;
  const { label } = backend.client.connection;
  return (
    <Link
      to={paths.connect()}
      className={classes.badge}
      data-kind={backend.demo ? "demo" : "live"}
      data-wide={isWide || undefined}
      aria-label={`Connection: ${label}`}
      onClick={onNavigate}
    >
      <span className={classes.dot} aria-hidden />
      <span className={classes.label}>{label}</span>
    </Link>
  );
}
