import type { Sample } from "../../sample.mjs";
import { FAULTS, type Fault, OFFLINE } from "./fault-cases";
import { applicableFaults, type FaultPage } from "./fault-setup";
import { OTHER_READ_PAGES, type ReadFaultPage, SUBSCRIPTION_READ_PAGES } from "./read-fault-pages";
import { WRITE_PAGES } from "./write-fault-pages";

type Draw<Page> = readonly (readonly [page: Page, fault: string])[];

function readFaultsOf(page: ReadFaultPage): readonly Fault[] {
  const faults = applicableFaults(page, FAULTS);
  if (!page.isCostly) return faults;
  return faults.filter(
    ({ title }, index) => faults.findIndex((candidate) => candidate.title === title) === index,
  );
}

function writeFaultsOf(page: FaultPage): readonly Fault[] {
  return applicableFaults(page, [OFFLINE, ...FAULTS]);
}

function draw<Page>(sample: Sample, pages: readonly Page[], faultsOf: (page: Page) => readonly Fault[]) {
  const namesOf = new Map(pages.map((page) => [page, new Set(faultsOf(page).map(({ name }) => name))]));
  const names = [...new Set(pages.flatMap((page) => [...(namesOf.get(page) ?? [])]))];
  return sample.takePairs(pages, names, (page, name) => namesOf.get(page)?.has(name) === true);
}

export function drawReadFaults(sample: Sample): Draw<ReadFaultPage> {
  return draw(sample, [...SUBSCRIPTION_READ_PAGES, ...OTHER_READ_PAGES], readFaultsOf);
}

export function drawWriteFaults(sample: Sample): Draw<FaultPage> {
  return draw(sample, WRITE_PAGES, writeFaultsOf);
}

export function faultsToRead(drawn: Draw<ReadFaultPage>, page: ReadFaultPage): readonly Fault[] {
  return readFaultsOf(page).filter(({ name }) => drawn.some(([row, one]) => row === page && one === name));
}

export function faultsToWrite(drawn: Draw<FaultPage>, page: FaultPage): readonly Fault[] {
  return writeFaultsOf(page).filter(({ name }) => drawn.some(([row, one]) => row === page && one === name));
}
