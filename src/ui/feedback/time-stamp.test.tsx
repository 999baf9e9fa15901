import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { TimeStamp } from "./time-stamp";

it.each(["2026-11-21T10:00:45Z", "2026-11-21T10:01:30Z", "2026-11-21T13:00:00Z"])(
  "never shows the past event at %s in the future",
  (iso) => {
    render(
      <UiProvider>
        <TimeStamp iso={iso} now={new Date("2026-11-21T10:00:00Z")} isPast />
      </UiProvider>,
    );
    expect(screen.getByText("now")).toBeInTheDocument();
  },
);
