import { useSyncExternalStore } from "react";
import { readStored, subscribeStored, writeStored } from "./local-storage";

const REGEX_HELPER = "environs.regex-helper";

/** Whether the regex helper was switched on, on this device and in all of its tabs; off by default. */
export function useRegexHelper(): boolean {
  return useSyncExternalStore(subscribeStored, () => readStored(REGEX_HELPER) === "on");
}

/** Switches the regex helper on or off, for this device. Tells whether it could be kept. */
export function setRegexHelper(isOn: boolean): boolean {
  return writeStored(REGEX_HELPER, isOn ? "on" : null) === "kept";
}
