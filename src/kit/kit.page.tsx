import { ColorSchemeToggle } from "@/ui/feedback/color-scheme-toggle";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { Section } from "@/ui/primitives/section";
import * as icons from "@/ui/theme/icons";
import * as lazyIcons from "@/ui/theme/icons-lazy";
import classes from "./kit.module.css";
import { KitBulkJobs } from "./kit-bulk-jobs";
import { KitButtons } from "./kit-buttons";
import { KitCharts } from "./kit-charts";
import { KitCollectionPage } from "./kit-collection-page";
import { KitCollections } from "./kit-collections";
import { KitDialogs } from "./kit-dialogs";
import { KitFiles } from "./kit-files";
import { KitForms } from "./kit-forms";
import { KitHelp } from "./kit-help";
import { KitStates } from "./kit-states";
import { KitTables } from "./kit-tables";
import { KitTypography } from "./kit-typography";

/** Shows all components in all states. The page is available only in development. */
export function KitPage() {
  return (
    <Page
      title="Kit"
      documentTitle="Kit (development)"
      description={
        <>
          All components in all states. <HelpLink page="glossary" topic="terms" />
        </>
      }
      breadcrumbs={[{ label: "Development", to: "/kit" }, { label: "No link" }]}
      actions={<ColorSchemeToggle />}
    >
      <div className={classes.stack}>
        <KitTables />
        <KitCollections />
        <KitCollectionPage />
        <KitBulkJobs />
        <KitButtons />
        <KitTypography />
        <KitHelp />
        <KitCharts />
        <KitStates />
        <KitDialogs />
        <KitForms />
        <KitFiles />
        <Icons />
      </div>
    </Page>
  );
}

function Icons() {
  return (
    <Section title="Icons">
      <ul className={classes.icons}>
        {Object.entries({ ...icons, ...lazyIcons }).map(([name, IconShape]) => (
          <li key={name}>
            <IconShape />
            {name.replace("Icon", "")}
          </li>
        ))}
        <li>
          <icons.InfoIcon size={24} />
          Info, 24 pixels
        </li>
      </ul>
    </Section>
  );
}
