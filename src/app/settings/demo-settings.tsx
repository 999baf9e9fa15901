import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DemoControls, DemoProfile, DemoScenario } from "@/app/connection/backend";
import { forgetCollections } from "@/data/collection/use-collection";
import { useToasts } from "@/ui/feedback/toasts";
import { SelectField } from "@/ui/form/fields";
import { useConfirm } from "@/ui/overlay/confirm";
import { Section } from "@/ui/primitives/section";
import { ENDPOINT_OPTIONS, formatScenario, PROFILE_OPTIONS, SCENARIO_OPTIONS } from "./demo-faults";
import classes from "./settings.module.css";

const SCENARIOS_KEY = ["demo", "scenarios"];
const PROFILE_KEY = ["demo", "profile"];

type UpdateScenarios = (scenarios: readonly DemoScenario[]) => readonly DemoScenario[];

function useDemoScenarios(controls: DemoControls) {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: SCENARIOS_KEY, queryFn: () => controls.scenarios(), staleTime: 0 });
  const mutation = useMutation({
    // Updates run one after another, each with the current scenarios, because the displayed list may be outdated.
    scope: { id: "demo scenarios" },
    mutationFn: async (update: UpdateScenarios) => controls.setScenarios(update(await controls.scenarios())),
    onMutate: async (update) => {
      await queryClient.cancelQueries({ queryKey: SCENARIOS_KEY });
      queryClient.setQueryData<readonly DemoScenario[]>(SCENARIOS_KEY, (current = []) => update(current));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: SCENARIOS_KEY }),
  });
  return { scenarios: query.data ?? [], updateScenarios: mutation.mutate };
}

function removeScenario(scenarios: readonly DemoScenario[], removed: DemoScenario): readonly DemoScenario[] {
  const index = scenarios.findIndex((scenario) => formatScenario(scenario) === formatScenario(removed));
  return scenarios.filter((_, position) => position !== index);
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

/** Selects which server the demo imitates, because real servers differ by age. */
function ServerProfile({ controls }: { readonly controls: DemoControls }) {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: PROFILE_KEY, queryFn: () => controls.profile(), staleTime: 0 });
  const mutation = useMutation({
    mutationFn: (profile: DemoProfile) => controls.setProfile(profile),
    onMutate: (profile) => queryClient.setQueryData(PROFILE_KEY, profile),
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
      onChange={(value) => {
        const option = PROFILE_OPTIONS.find((each) => each.value === value);
        if (option) mutation.mutate(option.value);
      }}
      options={PROFILE_OPTIONS}
    />
  );
}

export function DemoSettings({ controls }: { readonly controls: DemoControls }) {
  const { scenarios, updateScenarios } = useDemoScenarios(controls);
  const [endpoint, setEndpoint] = useState("*");
  const [name, setName] = useState("server-error");

  return (
    <>
      <Section title="Demo data">
        <div className={classes.narrow}>
          <ResetDemoData controls={controls} />
          <div className={classes.form}>
            <ServerProfile controls={controls} />
          </div>
        </div>
      </Section>
      <Section title="Demo faults">
        <div className={classes.form}>
          <div className={classes.inline}>
            <SelectField label="Fault" value={name} onChange={setName} options={SCENARIO_OPTIONS} />
            <SelectField
              label="Endpoint"
              value={endpoint}
              onChange={setEndpoint}
              options={ENDPOINT_OPTIONS}
            />
            <Button
              variant="default"
              onClick={() => updateScenarios((current) => [...current, { endpoint, name }])}
            >
              Add fault
            </Button>
          </div>
        </div>
        <ul className={classes.faults} aria-label="Active faults">
          {scenarios.map((scenario, index) => (
            // The key includes the index, because the list may contain equal scenarios.
            <li key={`${index} ${formatScenario(scenario)}`}>
              {formatScenario(scenario)}
              <Button
                variant="default"
                onClick={() => updateScenarios((current) => removeScenario(current, scenario))}
                aria-label={`Remove: ${formatScenario(scenario)}`}
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
