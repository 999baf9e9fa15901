import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DemoControls, DemoFault } from "@/app/connection/backend";
import { forgetCollections } from "@/data/collection/use-collection";
import { useToasts } from "@/ui/feedback/toasts";
import { SelectField } from "@/ui/form/fields";
import { useConfirm } from "@/ui/overlay/confirm";
import { Section } from "@/ui/primitives/section";
import {
  ENDPOINT_OPTIONS,
  FAULT_OPTIONS,
  formatFault,
  getGlobalDelayMs,
  isGlobalDelay,
  LATENCY_OPTIONS,
  parseFaultOption,
  replaceGlobalDelay,
} from "./demo-faults";
import classes from "./pages.module.css";

const FAULTS_KEY = ["demo", "faults"];

type UpdateFaults = (faults: readonly DemoFault[]) => readonly DemoFault[];

function useDemoFaults(controls: DemoControls) {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: FAULTS_KEY, queryFn: () => controls.faults(), staleTime: 0 });
  const mutation = useMutation({
    // One after the other, each from what is on by then: the list that is shown may not have been read yet.
    scope: { id: "demo faults" },
    mutationFn: async (next: UpdateFaults) => controls.setFaults(next(await controls.faults())),
    onMutate: async (next) => {
      await queryClient.cancelQueries({ queryKey: FAULTS_KEY });
      queryClient.setQueryData<readonly DemoFault[]>(FAULTS_KEY, (current = []) => next(current));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: FAULTS_KEY }),
  });
  return { faults: query.data ?? [], updateFaults: mutation.mutate };
}

/** The faults without the first that is such a one. */
function removeFault(faults: readonly DemoFault[], removedFault: DemoFault): readonly DemoFault[] {
  const index = faults.findIndex((fault) => formatFault(fault) === formatFault(removedFault));
  return faults.filter((_, position) => position !== index);
}

function ResetDemoData({ controls }: { readonly controls: DemoControls }) {
  const confirm = useConfirm();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const storage = useQuery({ queryKey: ["demo", "storage"], queryFn: () => controls.storage() });

  async function reset() {
    const isConfirmed = await confirm({
      title: "Reset the demo data?",
      body: "Everything you made or changed in the demo is replaced by the records it began with.",
      confirmLabel: "Reset demo data",
      tone: "danger",
      onConfirm: () => controls.reset(),
    });
    if (!isConfirmed) return;
    forgetCollections(queryClient);
    await queryClient.resetQueries();
    toasts.show({ title: "Demo data reset", tone: "positive" });
  }

  return (
    <div className={classes.row}>
      <p className={classes.dimmed}>
        {storage.data === "memory"
          ? "This browser keeps no data for the page: what you make is gone when the tab is closed."
          : "What you make is kept in this browser and is there after a reload."}
      </p>
      <Button variant="default" onClick={() => void reset()}>
        Reset demo data
      </Button>
    </div>
  );
}

/** Resets the demo, slows it down, and makes it fail on purpose. */
export function DemoSettings({ controls }: { readonly controls: DemoControls }) {
  const { faults, updateFaults } = useDemoFaults(controls);
  const [endpoint, setEndpoint] = useState("*");
  const [option, setOption] = useState("500");
  const activeFaults = faults.filter((fault) => !isGlobalDelay(fault));

  return (
    <>
      <Section title="Demo data">
        <ResetDemoData controls={controls} />
      </Section>
      <Section title="Demo faults">
        <div className={classes.form}>
          <SelectField
            label="Delay of every answer"
            value={String(getGlobalDelayMs(faults))}
            onChange={(value) => updateFaults((current) => replaceGlobalDelay(current, Number(value)))}
            options={LATENCY_OPTIONS}
          />
          <div className={classes.inline}>
            <SelectField label="Failure" value={option} onChange={setOption} options={FAULT_OPTIONS} />
            <SelectField label="Where" value={endpoint} onChange={setEndpoint} options={ENDPOINT_OPTIONS} />
            <Button
              variant="default"
              onClick={() => updateFaults((current) => [...current, parseFaultOption(endpoint, option)])}
            >
              Add failure
            </Button>
          </div>
        </div>
        <ul className={classes.faults} aria-label="Failures that are on">
          {activeFaults.map((fault, index) => (
            // Two equal failures may stand in the list; their place tells them apart.
            <li key={`${index} ${formatFault(fault)}`}>
              {formatFault(fault)}
              <Button
                variant="default"
                onClick={() => updateFaults((current) => removeFault(current, fault))}
                aria-label={`Remove: ${formatFault(fault)}`}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
