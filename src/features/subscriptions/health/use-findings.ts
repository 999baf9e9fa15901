import { useEffect, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { runInSlices } from "@/lib/slices";
import { type Findings, findAll } from "./find-health";

/** Ms between two looks at a list that changes, as while it loads: a look at 100,000 records takes about a quarter of it. */
const PAUSE = 1_500;

interface Question {
  readonly records: readonly Subscription[];
  readonly now: number;
}

/** Looks at the newest list whenever it has rested; a look that has begun is ended, else a list that loads had none. */
function createLooker(onFound: (findings: Findings) => void) {
  let wanted: Question | null = null;
  let looked: Question | null = null;
  let isBusy = false;
  const life = new AbortController();

  async function look(): Promise<void> {
    if (isBusy || wanted === null || wanted === looked) return;
    isBusy = true;
    looked = wanted;
    try {
      onFound(await runInSlices(findAll(wanted.records, wanted.now), life.signal));
    } catch (error) {
      if (life.signal.aborted) return;
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    isBusy = false;
    if (!life.signal.aborted) await look();
  }

  return {
    ask(question: Question) {
      wanted = question;
      void look();
    },
    stop: () => life.abort(),
  };
}

/** What is the matter with the records, found in slices and kept until it is found anew; null before the first time. */
export function useFindings(records: readonly Subscription[], now: Date): Findings | null {
  const [findings, setFindings] = useState<Findings | null>(null);
  const [looker, setLooker] = useState<ReturnType<typeof createLooker> | null>(null);
  useEffect(() => {
    const made = createLooker(setFindings);
    setLooker(made);
    return made.stop;
  }, []);
  const time = now.getTime();
  useEffect(() => looker?.ask({ records, now: time }), [looker, records, time]);
  return findings;
}
