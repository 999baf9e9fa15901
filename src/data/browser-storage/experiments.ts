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
