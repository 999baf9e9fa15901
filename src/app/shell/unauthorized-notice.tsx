import { useLocation } from "react-router-dom";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/link-button";
import { Notice } from "@/ui/states";
import { useSession } from "../session";
import classes from "./shell-notice.module.css";

/** Says once, for the whole app, that the server does not accept the key any more; the page stays as it is. */
export function UnauthorizedNotice() {
  const { backend, isUnauthorized } = useSession();
  const { pathname, search } = useLocation();
  const isShown = isUnauthorized && pathname !== paths.connect();
  return (
    <div role="alert">
      {isShown && (
        <div className={classes.notice}>
          <Notice tone="danger" title="The server does not accept the key">
            <p>
              {backend?.client.connection.label ?? "The server"} says that the personal API key is invalid. It
              may have been rolled or deleted. Enter a valid one, and you come back to this page.
            </p>
            <LinkButton to={paths.connect(pathname + search)}>Enter a key</LinkButton>
          </Notice>
        </div>
      )}
    </div>
  );
}
