import { HelpText, HelpTip } from "@/ui/overlay/help-tip";

/** What a position picks among weekdays. */
export function PositionHelp() {
  return (
    <HelpTip topic="positions">
      <HelpText>
        A position picks one among all the chosen days of the period, in their order. Monthly, on Monday and
        Friday, the last of them: the last Monday or the last Friday of the month, whichever is later.
      </HelpText>
      <HelpText>
        Every weekday chosen, Monday to Friday, and the last of them is the last working day of the month.
        Holidays are not known to servers.
      </HelpText>
    </HelpTip>
  );
}

/** What ends a schedule. */
export function EndHelp() {
  return (
    <HelpTip topic="the end">
      <HelpText>
        <strong>On a date</strong>: nothing goes out after that moment. <strong>After a number</strong>: the
        deliveries are counted from the start, also those that were due before you saved.
      </HelpText>
      <HelpText>
        A delivery that has ended stays in the list and can be given a later end. Nothing is deleted by
        itself.
      </HelpText>
    </HelpTip>
  );
}
