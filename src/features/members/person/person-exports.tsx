import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection } from "@/data/exports/exports";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import { SectionError } from "./section-error";

/**
 * Links to the exports if the person owns the API key. Servers don't return other people's exports.
 */
export function PersonExports({ uuid }: { readonly uuid: string }) {
  const { me: keyHolder } = useMemberChangesContext().permissions;
  return (
    <Section title="Exports">
      {keyHolder !== null && keyHolder.toLowerCase() === uuid.toLowerCase() ? (
        <CurrentUserExports />
      ) : (
        <p>Only the creator of an export can see it.</p>
      )}
    </Section>
  );
}

function CurrentUserExports() {
  const api = useApi();
  const collection = exportCollection(useQueryClient(), api);
  const { count, error } = useCollection(collection);
  return (
    <>
      {error !== null && <SectionError error={error} onRetry={collection.resume} />}
      <p className={shared.quietLinks}>
        <Link to={paths.exports(api.projectId)}>
          {count === null ? "Your exports" : pluralize(count, "export", "exports")}
        </Link>
      </p>
    </>
  );
}
