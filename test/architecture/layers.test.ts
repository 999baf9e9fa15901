import { describe, expect, it } from "vitest";
import { checkMention, checkPlace, layerTable } from "./import-rules.mjs";
import { listModuleSpecifiers } from "./module-specifiers";
import { mentionsIn, sourceFiles } from "./source-graph";

function findViolations(file: string, source: string): readonly string[] {
  const found = listModuleSpecifiers(file, source).map((mention) => checkMention(file, mention));
  return [checkPlace(file), ...found].filter((message) => message !== null);
}

describe("layers", () => {
  it("finds the source files", () => {
    expect(sourceFiles.length).toBeGreaterThan(10);
  });

  it.each(sourceFiles)("%s follows the rules", (file) => {
    const found = mentionsIn(file).map((mention) => checkMention(file, mention));
    expect([checkPlace(file), ...found].filter((message) => message !== null)).toEqual([]);
  });

  it("has no cyclic rules", () => {
    const order = Object.keys(layerTable.layers);
    for (const [layer, rule] of Object.entries(layerTable.layers))
      for (const imported of rule.imports) {
        expect(order).toContain(imported);
        expect(layerTable.layers[imported]?.imports).not.toContain(layer);
      }
  });
});

describe("allowed imports", () => {
  it.each([
    ["features/subscriptions/list/a.tsx", 'import { Page } from "@/ui/page/page";'],
    ["features/subscriptions/list/a.tsx", 'import { columns } from "./subscription-columns";'],
    [
      "features/subscriptions/list/a.tsx",
      'import { b } from "@/features/subscriptions/model/subscription-rules";',
    ],
    ["features/subscriptions/form/a.tsx", 'import { HttpError } from "@/http/errors";'],
    ["features/subscriptions/form/a.tsx", 'import { describeError } from "@/http/describe-error";'],
    ["features/subscriptions/form/a.tsx", 'import { fieldErrors } from "@/http/field-errors.ts";'],
    ["ui/page/page.tsx", 'import classes from "./page.module.css";'],
    ["ui/page/page.module.css", '.a { composes: b from "./card.module.css"; }'],
    ["lib/search/a.ts", 'new Worker(new URL("./search.worker.ts", import.meta.url));'],
    ["main.tsx", 'const start = () => import("@/emulator/hosts/browser");'],
    ["main.tsx", 'import type { Emulator } from "@/emulator/hosts/browser";'],
    ["app/routes/router.tsx", 'import("@/features/subscriptions/list/subscription-list.page");'],
    ["app/routes/router.tsx", 'const page = lazy(() => import("@/kit/kit.page"));'],
    [
      "app/routes/router.tsx",
      'import classes from "@/features/members/offboarding/model/offboarding.module.css";',
    ],
    ["kit/kit.page.tsx", 'import { DataTableRow } from "@/ui/data-table/data-table-row";'],
    ["testing/build-a.ts", 'import { createEmulator } from "@/emulator/hosts/emulator";'],
    ["testing/build-a.ts", 'import { buildMember } from "./build-member";'],
    ["data/journal/journal.test.ts", 'import { buildMember } from "@/testing/build-member";'],
    ["contract/responses.fixture.ts", 'import { buildMember } from "@/testing/build-member";'],
    ["emulator/hosts/server.ts", 'import { http } from "msw";'],
    ["lib/clock.ts", 'import { useEffect } from "react";'],
  ])("%s: %s", (file, source) => {
    expect(findViolations(file, source)).toEqual([]);
  });
});

describe("forbidden imports", () => {
  it.each([
    ["static import", "lib/dates.ts", 'import { api } from "@/data/api";'],
    ["import for its effect", "lib/dates.ts", 'import "@/data/api";'],
    ["type import", "ui/table.tsx", 'import type { Subscription } from "@/contract/subscriptions";'],
    ["inline type import", "ui/table.tsx", 'import { type Subscription } from "@/contract/subscriptions";'],
    ["type of import()", "ui/table.tsx", 'type S = import("@/contract/subscriptions").Subscription;'],
    ["re-export", "contract/user.ts", 'export { request } from "@/http/client";'],
    ["star re-export", "contract/user.ts", 'export * from "@/http/client";'],
    ["type re-export", "contract/user.ts", 'export type { Client } from "@/http/client";'],
    ["dynamic import", "data/exports.ts", 'const page = () => import("@/features/exports/list.page");'],
    ["dynamic import in a template", "data/exports.ts", "const page = () => import(`@/ui/page`);"],
    [
      "dynamic import of a made name",
      "app/pages.ts",
      "const page = (x: string) => import(`@/features/${x}`);",
    ],
    ["glob", "app/pages.ts", 'const pages = import.meta.glob("../features/**/*.tsx");'],
    ["CSS module", "ui/page.tsx", 'import classes from "@/features/subscriptions/page.module.css";'],
    ["CSS module with a query", "lib/page.ts", 'import text from "@/ui/page.module.css?inline";'],
    ["styles of another layer", "ui/page.module.css", '.a { composes: b from "@/app/shell.module.css"; }'],
    ["imported styles", "ui/page.css", '@import url("../app/shell.css");'],
    ["require", "lib/dates.ts", 'const api = require("@/data/api");'],
    ["import = require", "lib/dates.ts", 'import api = require("@/data/api");'],
    ["mock", "lib/dates.test.ts", 'vi.mock("@/data/api");'],
    ["mock by import()", "lib/dates.test.ts", 'vi.mock(import("@/data/api"));'],
    ["actual of a mock", "lib/dates.test.ts", 'const real = await vi.importActual("@/data/api");'],
    ["worker", "lib/search.ts", 'new Worker(new URL("../data/worker.ts", import.meta.url));'],
    ["worker by a plain text", "lib/search.ts", 'new Worker("../data/worker.ts", { type: "module" });'],
    ["worker by a path", "lib/search.ts", 'new Worker("/src/data/worker.ts");'],
    ["worker by a computed name", "lib/search.ts", "const go = (x: string) => new Worker(`@/data/${x}`);"],
    ["worker of the window", "lib/search.ts", 'new window.Worker("@/data/worker.ts");'],
    ["shared worker", "lib/search.ts", 'new SharedWorker("@/data/worker.ts");'],
    ["module augmentation", "lib/dates.ts", 'declare module "@/data/api" { interface Api {} }'],
    ["reference", "lib/dates.ts", '/// <reference path="../data/api.ts" />'],
    ["relative escape to another layer", "lib/dates.ts", 'import { api } from "../data/api";'],
    ["relative escape to an allowed layer", "http/client.ts", 'import { one } from "../contract/one";'],
    ["relative escape out of src", "lib/dates.ts", 'import setup from "../../test/setup-screen";'],
    ["hidden relative escape", "lib/dates.ts", 'import { api } from "./../data/api";'],
    ["hidden escape after the alias", "lib/dates.ts", 'import { api } from "@/lib/../data/api";'],
    ["alias out of src", "lib/dates.ts", 'import setup from "@/../test/setup-screen";'],
    ["path from the root", "lib/dates.ts", 'import { api } from "/src/data/api";'],
    ["feature to feature", "features/exports/a.tsx", 'import { b } from "@/features/subscriptions/b";'],
    ["relative feature to feature", "features/exports/a.tsx", 'import { b } from "../subscriptions/b";'],
    ["feature to feature, later", "features/exports/a.tsx", 'import("@/features/subscriptions/b");'],
    ["feature to the transport", "features/exports/a.tsx", 'import { createClient } from "@/http/client";'],
    ["feature to a lookalike", "features/exports/a.tsx", 'import { x } from "@/http/errors-and-more";'],
    ["feature to the emulator", "features/exports/a.tsx", 'import { db } from "@/emulator/database";'],
    ["feature to the app", "features/exports/a.tsx", 'import { Shell } from "@/app/shell";'],
    ["emulator to the client", "emulator/handlers.ts", 'import { HttpError } from "@/http/errors";'],
    ["app to the emulator", "app/settings.tsx", 'const e = () => import("@/emulator/browser");'],
    ["entry to the emulator", "main.tsx", 'import { start } from "@/emulator/browser";'],
    ["re-export of the emulator by the entry", "main.tsx", 'export * from "@/emulator/browser";'],
    ["entry to a layer it does not know", "main.tsx", 'import { Page } from "@/ui/page";'],
    ["import of an entry", "app/shell.tsx", 'import "@/main.tsx";'],
    ["import of an unknown layer", "app/shell.tsx", 'import { x } from "@/utils/x";'],
    ["unknown folder", "utils/x.ts", "export const x = 1;"],
    ["file beside the layers", "thing.ts", "export const x = 1;"],
    ["file beside the features", "features/thing.ts", "export const x = 1;"],
    ["folder's private module", "app/shell/a.tsx", 'import { x } from "@/data/changes/nothing";'],
    ["private module, later", "app/shell/a.tsx", 'const x = () => import("@/data/bulk/item-dependencies");'],
    ["private module's type", "data/bulk/a.ts", 'import type { X } from "@/data/collection/page-reader";'],
    ["private type of import()", "data/bulk/a.ts", 'type X = import("@/data/collection/page-reader").X;'],
    ["private module by a re-export", "data/bulk/a.ts", 'export * from "@/data/collection/page-reader";'],
    [
      "private module of a sub-folder",
      "features/members/list/a.tsx",
      'import "@/features/members/offboarding/plan/step-list";',
    ],
    ["private module by a test", "data/bulk/a.test.ts", 'import { x } from "@/data/collection/page-reader";'],
    ["private module by a mock", "data/bulk/a.test.ts", 'vi.mock("@/data/collection/page-reader");'],
    ["private worker", "features/regex/a.ts", 'new Worker("@/data/collection/page.worker.ts");'],
    [
      "private styles",
      "features/exports/list/a.tsx",
      'import c from "@/ui/data-table/data-table.module.css";',
    ],
    ["private module by the entry", "main.tsx", 'import { x } from "@/app/shell/top-bar";'],
    [
      "private module by builders",
      "testing/build-a.ts",
      'import { x } from "@/data/collection/page-reader";',
    ],
    ["folder without faces", "app/shell/a.tsx", 'import { x } from "@/ui/new-folder/new-folder";'],
    [
      "relative import of a sub-folder",
      "features/members/offboarding/a.tsx",
      'import { x } from "./plan/x";',
    ],
    [
      "relative import of the folder above",
      "features/members/offboarding/plan/a.tsx",
      'import "../offboard.page";',
    ],
    ["relative import of a sibling", "data/bulk/a.ts", 'import { x } from "../undo/journal-undo";'],
    [
      "relative worker of a sibling",
      "lib/search/a.ts",
      'new Worker(new URL("../file/a.worker.ts", import.meta.url));',
    ],
    ["kit, statically", "app/routes/a.tsx", 'import { KitPage } from "@/kit/kit.page";'],
    ["kit by a feature", "features/exports/list/a.tsx", 'const x = () => import("@/kit/kit.page");'],
    ["builders by a module", "data/bulk/a.ts", 'import { buildMember } from "@/testing/build-member";'],
    ["builders by the app, later", "app/shell/a.tsx", 'const x = () => import("@/testing/build-member");'],
    ["package of another layer", "app/shell.tsx", 'import { http } from "msw/browser";'],
  ])("%s", (_kind, file, source) => {
    expect(findViolations(file, source)).not.toEqual([]);
  });
});
