import { HelpText, HelpTip } from "@/ui/overlay/help-tip";

export function PositionHelp() {
  return (
    <HelpTip topic="positions">
      <HelpText>
        A position picks one of the selected weekdays in each period. For example, if you select Monday and
        Friday, “the last” picks the last Monday or Friday of the month, whichever is later.
      </HelpText>
      <HelpText>
        Select Monday to Friday and “the last” for the last weekday of the month. Holidays aren't skipped.
      </HelpText>
    </HelpTip>
  );
}

export function EndHelp() {
  return (
    <HelpTip topic="end dates">
      <HelpText>
        <strong>On a date</strong>: no deliveries after that date and time.{" "}
        <strong>After N deliveries</strong>: N counts all deliveries since the start date, including past
        ones.
      </HelpText>
      <HelpText>Ended subscriptions stay in the list. To restart one, set a later end.</HelpText>
    </HelpTip>
  );
}
