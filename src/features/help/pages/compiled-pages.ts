import type { ComponentProps } from "react";
import type { HelpPageName } from "@/lib/url/paths";
import * as activity from "./activity.md";
import * as benchmarks from "./benchmarks.md";
import * as connecting from "./connecting.md";
import * as deploying from "./deploying.md";
import * as exports from "./exports.md";
import * as glossary from "./glossary.md";
import * as importFile from "./import-file.md";
import * as keyboard from "./keyboard.md";
import * as members from "./members.md";
import * as offboarding from "./offboarding.md";
import * as offlineAndPrint from "./offline-and-print.md";
import * as searchLanguage from "./search-language.md";
import * as subscriptions from "./subscriptions.md";
import * as timeChanges from "./time-changes.md";
import * as troubleshooting from "./troubleshooting.md";
import * as webVitals from "./web-vitals.md";
import * as workingTogether from "./working-together.md";

type HelpContent = typeof connecting;

export type PageElements = ComponentProps<HelpContent["Content"]>["elements"];

export const helpContents: Readonly<Record<HelpPageName, HelpContent>> = {
  connecting,
  "search-language": searchLanguage,
  keyboard,
  subscriptions,
  "import-file": importFile,
  "time-changes": timeChanges,
  activity,
  exports,
  members,
  offboarding,
  "working-together": workingTogether,
  "web-vitals": webVitals,
  benchmarks,
  deploying,
  "offline-and-print": offlineAndPrint,
  troubleshooting,
  glossary,
};
