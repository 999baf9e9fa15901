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
  delayOfAll,
  ENDPOINT_CHOICES,
  FAULT_CHOICES,
  faultWords,
  isDelayOfAll,
  LATENCY_CHOICES,
  toFault,
  withDelayOfAll,
} from "./demo-faults";
import classes from "./pages.module.css";

const FAULTS_KEY = ["demo", "faults"];

type FaultsChange = (faults: readonly DemoFault[]) => readonly DemoFault[];

function useFaults(controls: DemoControls) {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: FAULTS_KEY, queryFn: () => controls.faults(), staleTime: 0 });
  const change = useMutation({
    // One after the other, each from what is on by then: the list that is shown may not have been read yet.
    scope: { id: "demo faults" },
    mutationFn: async (next: FaultsChange) => controls.setFaults(next(await controls.faults())),
    onMutate: async (next) => {
      await queries.cancelQueries({ queryKey: FAULTS_KEY });
      queries.setQueryData<readonly DemoFault[]>(FAULTS_KEY, (shown = []) => next(shown));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: FAULTS_KEY }),
  });
  return { faults: query.data ?? [], changeFaults: change.mutate };
}

/** The faults without the first that is such a one. */
function without(faults: readonly DemoFault[], one: DemoFault): readonly DemoFault[] {
  const place = faults.findIndex((fault) => faultWords(fault) === faultWords(one));
  return faults.filter((_, at) => at !== place);
}

function Reset({ controls }: { readonly controls: DemoControls }) {
  const confirm = useConfirm();
  const toasts = useToasts();
  const queries = useQueryClient();
  const storage = useQuery({ queryKey: ["demo", "storage"], queryFn: () => controls.storage() });

  async function reset() {
    const isSure = await confirm({
      title: "Reset the demo data?",
      body: "Everything you made or changed in the demo is replaced by the records it began with.",
      confirmLabel: "Reset demo data",
      tone: "danger",
      run: () => controls.reset(),
    });
    if (!isSure) return;
    forgetCollections(queries);
    await queries.resetQueries();
    toasts.show({ title: "Demo data reset", tone: "positive" });
  }

  return (
    <div className={classes.row}>
      <p className={classes.dim}>
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
  const { faults, changeFaults } = useFaults(controls);
  const [endpoint, setEndpoint] = useState("*");
  const [choice, setChoice] = useState("500");
  const failures = faults.filter((fault) => !isDelayOfAll(fault));

  return (
    <>
      <Section title="Demo data">
        <Reset controls={controls} />
      </Section>
      <Section title="Demo faults">
        <div className={classes.form}>
          <SelectField
            label="Delay of every answer"
            value={String(delayOfAll(faults))}
            onChange={(value) => changeFaults((now) => withDelayOfAll(now, Number(value)))}
            options={LATENCY_CHOICES}
          />
          <div className={classes.inline}>
            <SelectField label="Failure" value={choice} onChange={setChoice} options={FAULT_CHOICES} />
            <SelectField label="Where" value={endpoint} onChange={setEndpoint} options={ENDPOINT_CHOICES} />
            <Button
              variant="default"
              onClick={() => changeFaults((now) => [...now, toFault(endpoint, choice)])}
            >
              Add failure
            </Button>
          </div>
        </div>
        <ul className={classes.faults} aria-label="Failures that are on">
          {failures.map((fault, place) => (
            // Two equal failures may stand in the list; their place tells them apart.
            <li key={`${place} ${faultWords(fault)}`}>
              {faultWords(fault)}
              <Button
                variant="default"
                onClick={() => changeFaults((now) => without(now, fault))}
                aria-label={`Remove: ${faultWords(fault)}`}
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
