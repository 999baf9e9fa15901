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
        <strong>On a date</strong>: no deliveries after that time. <strong>After N deliveries</strong>:
        counted from the start, including past deliveries.
      </HelpText>
      <HelpText>Ended subscriptions stay in the list. To restart one, set a later end.</HelpText>
    </HelpTip>
  );
}
