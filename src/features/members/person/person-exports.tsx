import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection } from "@/data/exports/exports";
import { useMoves } from "@/features/members/level/member-changes-context";
import { plural } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { Link } from "@/ui/primitives/link";
import { Section } from "@/ui/primitives/section";
import classes from "./person-facts.module.css";
import { SectionFailed } from "./section-error";

/** The exports of a person, where they can be known: servers show the holder of the key their own, and nobody else's. */
export function PersonExports({ uuid }: { readonly uuid: string }) {
  const { me } = useMoves().standing;
  return (
    <Section title="Exports">
      {me !== null && me.toLowerCase() === uuid.toLowerCase() ? (
        <OwnExports />
      ) : (
        <p>
          Not known. Servers show exports only to whoever made them, so the list has those of the key holder
          alone.
        </p>
      )}
    </Section>
  );
}

function OwnExports() {
  const api = useApi();
  const collection = exportCollection(useQueryClient(), api);
  const { count, error } = useCollection(collection);
  return (
    <>
      {error !== null && <SectionFailed error={error} onRetry={collection.resume} />}
      <p className={classes.exports}>
        <Link to={paths.exports(api.projectId)}>
          {count === null ? "Your exports" : plural(count, "export", "exports")}
        </Link>
      </p>
    </>
  );
}
