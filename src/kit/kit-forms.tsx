import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { KeyValueList } from "@/ui/primitives/key-value";
import { Section } from "@/ui/primitives/section";
import classes from "./kit.module.css";
import { KitFields } from "./kit-fields";

const FormDrawer = lazy(() =>
  import("@/ui/form/form-drawer").then((module) => ({ default: module.FormDrawer })),
);
const SideDrawer = lazy(() =>
  import("@/ui/overlay/side-drawer").then((module) => ({ default: module.SideDrawer })),
);

const refused: Problem = {
  title: "The server refused the form",
  detail: "There are 4 of 4 subscriptions in use.",
  canRetry: false,
};
const throttled: Problem = { ...refused, title: "The server asks to slow down", canRetry: true };

interface Look {
  readonly name: string;
  readonly loading?: boolean;
  readonly dirty?: boolean;
  readonly submitError?: Problem;
  /** Ms to wait before it may be sent again. */
  readonly waitMs?: number;
  readonly submitRefusal?: string;
  /** How the sending goes, which does not need the drawer. */
  readonly waiting?: string;
  /** Without the part beside the fields. */
  readonly isNarrow?: boolean;
}

const PLAIN: Look = { name: "Drawer", isNarrow: true };
const SENDING: Look = { name: "Drawer that sends", loading: true };
const LOOKS: readonly Look[] = [
  PLAIN,
  { name: "Drawer with changes", dirty: true },
  SENDING,
  {
    name: "Drawer that may be left",
    loading: true,
    waiting: "The server has not answered for 12 seconds. It goes on without this form.",
  },
  { name: "Drawer with an error", submitError: refused },
  { name: "Drawer with a wait", submitError: throttled, waitMs: 5_000 },
  { name: "Drawer that cannot be sent", submitRefusal: "The key lacks subscription:write" },
];

/** Every field in its states, and the drawer they live in. */
export function KitForms() {
  const [look, setLook] = useState<Look | null>(null);
  const [isReading, setIsReading] = useState(false);
  return (
    <>
      <Section title="Fields">
        <div className={classes.columns}>
          <KitFields state="plain" />
          <KitFields state="wrong" />
          <KitFields state="disabled" />
        </div>
      </Section>
      <Section title="Form drawer">
        <div className={classes.row}>
          {LOOKS.map((each) => (
            <Button key={each.name} variant="default" onClick={() => setLook(each)}>
              {each.name}
            </Button>
          ))}
        </div>
        {look && (
          <Suspense fallback={null}>
            <SampleDrawer look={look} onSend={() => setLook(SENDING)} onClose={() => setLook(null)} />
          </Suspense>
        )}
        <Button variant="default" onClick={() => setIsReading(true)}>
          Drawer to read
        </Button>
        {isReading && (
          <Suspense fallback={null}>
            <SideDrawer
              title="ana@example.com"
              actions={<Button variant="default">Do something</Button>}
              onClose={() => setIsReading(false)}
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
  readonly look: Look;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

function SampleDrawer({ look, onSend, onClose }: SampleDrawerProps) {
  const { submitError, waitMs } = look;
  // From its opening on.
  const [waitUntil] = useState(() => Date.now() + (waitMs ?? 0));
  return (
    <FormDrawer
      title="New subscription"
      submitLabel="Create subscription"
      loading={look.loading ?? false}
      submitError={submitError ? { ...submitError, ...(waitMs && { waitUntil }) } : null}
      submitRefusal={look.submitRefusal}
      waiting={look.waiting}
      dirty={look.dirty ?? false}
      onSubmit={onSend}
      // The sample that sends would never end; it may be left.
      onClose={onClose}
      {...(!look.isNarrow && { aside: <Aside /> })}
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
