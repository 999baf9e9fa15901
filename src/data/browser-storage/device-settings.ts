import { useSyncExternalStore } from "react";
import { readStored, subscribeStored, writeStored } from "./local-storage";

const REGEX_HELPER = "environs.regex-helper";

/** Whether the regex helper is enabled on this device. Off by default. */
export function useRegexHelper(): boolean {
  return useSyncExternalStore(subscribeStored, () => readStored(REGEX_HELPER) === "on");
}

/** Enables or disables the regex helper on this device, in all tabs. Returns false when storage fails. */
export function setRegexHelper(isOn: boolean): boolean {
  return writeStored(REGEX_HELPER, isOn ? "on" : null) === "stored";
}

const DEMO_CONTENT = "environs.demo-content";

/** Marks the demo content as added. Returns false if it was marked before, or if storage fails. */
export function markDemoContent(): boolean {
  return readStored(DEMO_CONTENT) === null && writeStored(DEMO_CONTENT, "added") === "stored";
}
