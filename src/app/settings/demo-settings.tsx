import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DemoControls, DemoFault } from "@/app/connection/backend";
import { forgetCollections } from "@/data/collection/use-collection";
import { useToasts } from "@/ui/feedback/toasts";
import { SelectField } from "@/ui/form/fields";
import { useConfirm } from "@/ui/overlay/confirm";
import { Button } from "@/ui/primitives/button";
import { Section } from "@/ui/primitives/section";
import {
  ENDPOINT_OPTIONS,
  FAULT_OPTIONS,
  formatFault,
  GENERATION_OPTIONS,
  getGlobalDelayMs,
  isGlobalDelay,
  LATENCY_OPTIONS,
  parseFaultOption,
  replaceGlobalDelay,
} from "./demo-faults";
import classes from "./settings.module.css";

const FAULTS_KEY = ["demo", "faults"];
const GENERATION_KEY = ["demo", "generation"];

type UpdateFaults = (faults: readonly DemoFault[]) => readonly DemoFault[];

function useDemoFaults(controls: DemoControls) {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: FAULTS_KEY, queryFn: () => controls.faults(), staleTime: 0 });
  const mutation = useMutation({
    // Updates run one after another, each with the current faults, because the displayed list may be outdated.
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
      body: "This permanently deletes your changes in the demo and their entries in Activity.",
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
      <p className={`${classes.rowLabel} ${classes.dimmed}`}>
        {storage.data === "memory"
          ? "Browser storage is blocked or full, so your changes are lost when you close this tab."
          : "Your changes are stored in this browser."}
      </p>
      <Button variant="default" onClick={() => void reset()}>
        Reset demo data
      </Button>
    </div>
  );
}

/** Selects the generation of the emulated server, because real servers differ by age. */
function ServerGeneration({ controls }: { readonly controls: DemoControls }) {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: GENERATION_KEY, queryFn: () => controls.generation(), staleTime: 0 });
  const mutation = useMutation({
    mutationFn: (generation: string) => controls.setGeneration(generation),
    onMutate: (generation) => queryClient.setQueryData(GENERATION_KEY, generation),
    onSettled: () => {
      forgetCollections(queryClient);
      return queryClient.resetQueries();
    },
  });
  if (query.data === undefined) return null;
  return (
    <SelectField
      label="Server generation"
      description="Newer servers have more features."
      value={query.data}
      onChange={(generation) => mutation.mutate(generation)}
      options={GENERATION_OPTIONS}
    />
  );
}

export function DemoSettings({ controls }: { readonly controls: DemoControls }) {
  const { faults, updateFaults } = useDemoFaults(controls);
  const [endpoint, setEndpoint] = useState("*");
  const [option, setOption] = useState("500");
  const activeFaults = faults.filter((fault) => !isGlobalDelay(fault));

  return (
    <>
      <Section title="Demo data">
        <div className={classes.narrow}>
          <ResetDemoData controls={controls} />
          <div className={classes.form}>
            <ServerGeneration controls={controls} />
          </div>
        </div>
      </Section>
      <Section title="Demo faults">
        <div className={classes.form}>
          <SelectField
            label="Response delay"
            value={String(getGlobalDelayMs(faults))}
            onChange={(value) => updateFaults((current) => replaceGlobalDelay(current, Number(value)))}
            options={LATENCY_OPTIONS}
          />
          <div className={classes.inline}>
            <SelectField label="Fault" value={option} onChange={setOption} options={FAULT_OPTIONS} />
            <SelectField
              label="Endpoint"
              value={endpoint}
              onChange={setEndpoint}
              options={ENDPOINT_OPTIONS}
            />
            <Button
              variant="default"
              onClick={() => updateFaults((current) => [...current, parseFaultOption(endpoint, option)])}
            >
              Add fault
            </Button>
          </div>
        </div>
        <ul className={classes.faults} aria-label="Active faults">
          {activeFaults.map((fault, index) => (
            // The key includes the index, because the list may contain equal faults.
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
