import ts from "typescript";
import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository-files";

/** Components that the kit page doesn't import, with the reasons. */
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  AnnouncerProvider: "around the whole app; nothing to see",
  TagSuggestionList: "a part of ChipsField",
  ChoiceGroup: "a part of SegmentedField and WeekdayField",
  ColumnPanel: "shown by ColumnMenu",
  CellTooltip: "shown by DataTable",
  ConfirmDialog: "shown by useConfirm",
  ContentBehindDrawer: "around the content of a list; nothing to see",
  ConfirmProvider: "around the whole app; nothing to see",
  ColorSchemeProvider: "around the whole app; nothing to see",
  CollectionFrame: "a part of CollectionTable",
  DataTableBody: "a part of DataTable",
  DataTableHeader: "a part of DataTable",
  PendingOverlay: "shown until a drawer is rendered",
  DataTableRow: "a part of DataTable",
  MantineScope: "around each Mantine component; nothing to see",
  DialogButtons: "a part of ConfirmDialog",
  DialogFrame: "a part of ConfirmDialog",
  DrawerFooter: "a part of SideDrawer",
  DrawerFrame: "a part of FormDrawer and SideDrawer",
  HiddenText: "nothing to see",
  SavedViewsPanel: "shown by SavedViewsMenu",
  SearchTools: "a part of CollectionTable",
  SkeletonRows: "a part of DataTable while it loads",
  SpacerRow: "a part of DataTable",
  Toast: "shown by useToasts",
  TooltipBubble: "a part of Tooltip",
  TrendTable: "a part of TrendChart",
  ToastProvider: "around the whole app; nothing to see",
  UiProvider: "around the whole app; nothing to see",
  UnsavedChangesProvider: "around the whole app; nothing to see",
  WidthHandle: "a part of DataTable",
};

const files = repositoryFiles();
const kit = files.filter((path) => /^src\/kit\/[^/]+\.tsx$/.test(path) && !path.includes(".test."));
const modules = files.filter((path) => /^src\/ui\/.+\.tsx$/.test(path) && !path.includes(".test."));

function isExported(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

/** Returns exported components: functions and constants in PascalCase. */
function exportedComponents(source: string): readonly string[] {
  const tree = ts.createSourceFile("module.tsx", source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const names = tree.statements.filter(isExported).flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : ""));
  });
  return names.filter((name) => /^[A-Z][A-Za-z]*[a-z]/.test(name));
}

/** Returns `@/ui/x name` for each import of a component, with `*` for a whole module. */
function componentsUsedBy(source: string): readonly string[] {
  const listed = [...source.matchAll(/import \{([^}]*)\} from "(@\/ui\/[^"]+)"/g)].flatMap(
    ([, names = "", module = ""]) => names.split(",").map((name) => `${module} ${name.trim()}`),
  );
  const whole = [...source.matchAll(/import \* as \w+ from "(@\/ui\/[^"]+)"/g)].map(
    ([, module]) => `${module} *`,
  );
  const later = [...source.matchAll(/import\("(@\/ui\/[^"]+)"\)[^;]*module\.(\w+)/g)].map(
    ([, module, name]) => `${module} ${name}`,
  );
  return [...listed, ...whole, ...later];
}

const usedComponents = new Set(kit.flatMap((path) => componentsUsedBy(read(path))));

describe("the kit page", () => {
  it.each(modules)("shows every component of %s", (path) => {
    const module = path.replace(/^src\/(.*)\.tsx$/, "@/$1");
    const missing = exportedComponents(read(path)).filter(
      (name) =>
        !usedComponents.has(`${module} ${name}`) &&
        !usedComponents.has(`${module} *`) &&
        !(name in SHOWN_ELSEWHERE),
    );
    expect(missing).toEqual([]);
  });

  it("has no outdated exceptions", () => {
    const all = modules.flatMap((path) => exportedComponents(read(path)));
    const names = [...usedComponents].map((each) => each.split(" ")[1]);
    expect(
      Object.keys(SHOWN_ELSEWHERE).filter((name) => !all.includes(name) || names.includes(name)),
    ).toEqual([]);
  });

  it("detects a planted component", () => {
    expect(
      exportedComponents(
        "export function NewThing() {}\nexport const Other = memo(A);\nexport const LIMIT = 1;\nfunction B() {}",
      ),
    ).toEqual(["NewThing", "Other"]);
    expect(
      componentsUsedBy(
        'import { A, B } from "@/ui/a";\nimport * as i from "@/ui/i";\nimport("@/ui/l").then((module) => module.L);',
      ),
    ).toEqual(["@/ui/a A", "@/ui/a B", "@/ui/i *", "@/ui/l L"]);
  });
});
