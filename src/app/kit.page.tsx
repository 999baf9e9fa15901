import { ColorSchemeToggle } from "@/ui/color-scheme-toggle";
import * as icons from "@/ui/icons";
import * as iconsBehind from "@/ui/icons-behind";
import { Page } from "@/ui/page";
import { Section } from "@/ui/section";
import classes from "./kit.module.css";
import { KitButtons } from "./kit-buttons";
import { KitCharts } from "./kit-charts";
import { KitCollectionPage } from "./kit-collection-page";
import { KitCollections } from "./kit-collections";
import { KitFiles } from "./kit-files";
import { KitForms } from "./kit-forms";
import { KitHelp } from "./kit-help";
import { KitQuestions } from "./kit-questions";
import { KitRuns } from "./kit-runs";
import { KitStates } from "./kit-states";
import { KitTables } from "./kit-tables";
import { KitWords } from "./kit-words";

/** Every piece of the kit in all its states, to look at while building. Development only. */
export function KitPage() {
  return (
    <Page
      title="Kit"
      documentTitle="Kit (development)"
      description="Every piece of the kit in all its states."
      breadcrumbs={[{ label: "Development", to: "/kit" }, { label: "No link" }]}
      actions={<ColorSchemeToggle />}
    >
      <div className={classes.stack}>
        <KitTables />
        <KitCollections />
        <KitCollectionPage />
        <KitRuns />
        <KitButtons />
        <KitWords />
        <KitHelp />
        <KitCharts />
        <KitStates />
        <KitQuestions />
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
        {Object.entries({ ...icons, ...iconsBehind }).map(([name, IconShape]) => (
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
