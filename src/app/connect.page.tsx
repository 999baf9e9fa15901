import { Button } from "@mantine/core";
import { useNavigate, useSearchParams } from "react-router-dom";
import { paths } from "@/lib/paths";
import { Page } from "@/ui/page";
import { Section } from "@/ui/section";
import { ConnectFields } from "./connect-fields";
import classes from "./pages.module.css";
import { recentProject } from "./recent-project";
import { useSession } from "./session";

/** Only a path of this app is gone back to, never an address somebody put into a link. */
function pathOnly(from: string | null): string | null {
  return from !== null && /^\/(?![/\\])/.test(from) ? from : null;
}

function CurrentConnection() {
  const { backend, disconnect } = useSession();
  if (backend === null) return null;
  const { connection } = backend.client;
  return (
    <Section title="Current connection">
      <div className={classes.row}>
        <p>
          <strong>{connection.label}</strong>
          <br />
          <span className={classes.dim}>
            {backend.demo
              ? "Made-up records in this browser. Nothing is sent anywhere."
              : `${connection.baseUrl}/api/${connection.prefix}/`}
          </span>
        </p>
        {!backend.demo && (
          <Button variant="default" onClick={disconnect}>
            Disconnect
          </Button>
        )}
      </div>
    </Section>
  );
}

/** Where a person says which server the app talks to. */
export function ConnectPage() {
  const { backend, startDemo } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const from = pathOnly(search.get("from"));

  return (
    <Page
      title="Connect"
      description="Environs talks to any server that speaks the Project Environments API."
    >
      <div className={classes.narrow}>
        <CurrentConnection />
        <Section title="Connect to a server">
          <ConnectFields
            onConnected={(project) => void navigate(from ?? paths.project(project), { replace: true })}
          />
        </Section>
        {startDemo && !backend?.demo && (
          <Section title="Demo data">
            <div className={classes.row}>
              <p className={classes.dim}>Try everything on made-up records that live in this browser only.</p>
              <Button
                variant="default"
                onClick={() => void navigate(paths.project(recentProject(startDemo())))}
              >
                Use demo data
              </Button>
            </div>
          </Section>
        )}
      </div>
    </Page>
  );
}
