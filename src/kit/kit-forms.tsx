import { lazy, Suspense, useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { TwoColumns } from "@/ui/page/two-columns";
import { Button } from "@/ui/primitives/button";
import { KeyValueList } from "@/ui/primitives/key-value-list";
import { Section } from "@/ui/primitives/section";
import classes from "./kit.module.css";
import { KitFields } from "./kit-fields";

const FormDrawer = lazy(() =>
  import("@/ui/form/form-drawer").then((module) => ({ default: module.FormDrawer })),
);
const SideDrawer = lazy(() =>
  import("@/ui/overlay/side-drawer").then((module) => ({ default: module.SideDrawer })),
);

const REJECTED_PROBLEM: Problem = {
  title: "The server rejected the form",
  detail: "4 of 4 subscriptions are in use.",
  canRetry: false,
};
const THROTTLED_PROBLEM: Problem = {
  ...REJECTED_PROBLEM,
  title: "Too many requests",
  canRetry: true,
};

interface DrawerVariant {
  readonly name: string;
  readonly loading?: boolean;
  readonly isDirty?: boolean;
  readonly submitError?: Problem;
  /** Time in ms before the form can be submitted again. */
  readonly waitMs?: number;
  readonly submitDisabledReason?: string;
  /** Progress of a submission that continues after the drawer is closed. */
  readonly submitProgress?: string;
  readonly isNarrow?: boolean;
}

const PLAIN_VARIANT: DrawerVariant = { name: "Drawer", isNarrow: true };
const SUBMITTING_VARIANT: DrawerVariant = { name: "Drawer that submits", loading: true };
const DRAWER_VARIANTS: readonly DrawerVariant[] = [
  PLAIN_VARIANT,
  { name: "Drawer with changes", isDirty: true },
  SUBMITTING_VARIANT,
  {
    name: "Drawer that can be closed while submitting",
    loading: true,
    submitProgress: "No response for 12 seconds. Saving continues if you close this form.",
  },
  { name: "Drawer with an error", submitError: REJECTED_PROBLEM },
  { name: "Drawer with a wait", submitError: THROTTLED_PROBLEM, waitMs: 5_000 },
  {
    name: "Drawer that can't be submitted",
    submitDisabledReason: "The API key is missing the scope subscription:write",
  },
];

export function KitForms() {
  const [variant, setVariant] = useState<DrawerVariant | null>(null);
  const [isSideDrawerOpen, setIsSideDrawerOpen] = useState(false);
  return (
    <>
      <TwoColumns aside={<KeyValueList items={[{ label: "Domain", value: "example.com" }]} />}>
        <p>The content of a record, with its facts beside it.</p>
      </TwoColumns>
      <Section title="Fields">
        <div className={classes.columns}>
          <KitFields state="plain" />
          <KitFields state="wrong" />
          <KitFields state="disabled" />
        </div>
      </Section>
      <Section title="Form drawer">
        <div className={classes.row}>
          {DRAWER_VARIANTS.map((each) => (
            <Button key={each.name} variant="default" onClick={() => setVariant(each)}>
              {each.name}
            </Button>
          ))}
        </div>
        {variant && (
          <Suspense fallback={null}>
            <SampleDrawer
              variant={variant}
              onSubmit={() => setVariant(SUBMITTING_VARIANT)}
              onClose={() => setVariant(null)}
            />
          </Suspense>
        )}
        <Button variant="default" onClick={() => setIsSideDrawerOpen(true)}>
          Drawer to read
        </Button>
        {isSideDrawerOpen && (
          <Suspense fallback={null}>
            <SideDrawer
              title="ana@example.com"
              actions={<Button variant="default">Do something</Button>}
              onClose={() => setIsSideDrawerOpen(false)}
            >
              <KeyValueList items={[{ label: "Domain", value: "example.com" }]} />
            </SideDrawer>
          </Suspense>
        )}
      </Section>
    </>
  );
}

interface SampleDrawerProps {
  readonly variant: DrawerVariant;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

function SampleDrawer({ variant, onSubmit, onClose }: SampleDrawerProps) {
  const { submitError, waitMs } = variant;
  const [retryAt] = useState(() => Date.now() + (waitMs ?? 0));
  return (
    <FormDrawer
      title="New subscription"
      submitLabel="Create subscription"
      loading={variant.loading ?? false}
      submitError={submitError ? { ...submitError, ...(waitMs && { retryAt }) } : null}
      submitDisabledReason={variant.submitDisabledReason}
      submitProgress={variant.submitProgress}
      isDirty={variant.isDirty ?? false}
      onSubmit={onSubmit}
      onClose={onClose}
      {...(!variant.isNarrow && { aside: <Aside /> })}
    >
      <KitFields state="plain" />
    </FormDrawer>
  );
}

function Aside() {
  return (
    <>
      <h3>What will happen</h3>
      <KeyValueList items={[{ label: "Schedule", value: "Every Monday at 09:00" }]} />
    </>
  );
}
