import type { ReactNode } from "react";

/** Icons are decorative. The surrounding control has the accessible name. */
interface IconProps {
  readonly size?: number;
}

type Icon = (props: IconProps) => ReactNode;

/** Creates an icon from shapes on a 16×16 grid. Strokes are 1.5 wide, in the color of the text. */
export function createIcon(children: ReactNode): Icon {
  return function UiIcon({ size = 16 }) {
    return (
      <svg
        aria-hidden="true"
        focusable="false"
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        style={{ flexShrink: 0, display: "block" }}
      >
        {children}
      </svg>
    );
  };
}

export const createPathIcon = (d: string) => createIcon(<path d={d} />);

// The first screen may need these icons. Other icons are in icons-lazy.tsx.

export const HomeIcon = createPathIcon("M2.5 7 8 2.5 13.5 7v6.5h-4V10h-3v3.5h-4z");
export const MailIcon = createPathIcon("M2.5 3.5h11v9h-11zM2.5 4.5 8 8.7l5.5-4.2");
export const CalendarIcon = createPathIcon("M2.5 3.5h11v10h-11zM2.5 6.7h11M5.5 2v3M10.5 2v3");
export const AtIcon = createPathIcon(
  "M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM10.5 5.5v3a1.75 1.75 0 0 0 3.5 0V8a6 6 0 1 0-2.4 4.8",
);
export const ChartIcon = createPathIcon("M3 13V9M8 13V3M13 13V6");
export const DownloadIcon = createPathIcon("M8 2.5v7.5M4.8 7.2 8 10.3l3.2-3.1M2.5 13.5h11");
export const UploadIcon = createPathIcon("M8 10.3V2.8M4.8 5.8 8 2.7l3.2 3.1M2.5 13.5h11");
export const ListIcon = createPathIcon("M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01");
export const HealthIcon = createPathIcon("M1.5 8.5h3l2-5 3 9 2-4h3");
export const UsersIcon = createPathIcon(
  "M8.2 5.2a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0ZM1.5 13.5c0-2.4 1.9-3.9 4.3-3.9s4.3 1.5 4.3 3.9M10.8 3a2.4 2.4 0 0 1 0 4.4M12 9.8c1.6.4 2.6 1.7 2.6 3.7",
);
export const LookUpIcon = createPathIcon(
  "M2.5 3.5h11M2.5 7h4M2.5 10.5h3M2.5 14h5M12.8 9.5a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0ZM12 11.6l2.2 2.2",
);
export const RegexIcon = createPathIcon("M10 2.5v7M7 4.2l6 3.6M13 4.2 7 7.8M3.5 12.5h.01");
export const GaugeIcon = createPathIcon("M3.6 12.5a6 6 0 1 1 8.8 0M8 8.5l2.8-2.8");
export const SettingsIcon = createPathIcon("M2.5 4.5h5M10.5 4.5h3M9 3v3M2.5 11.5h3M8.5 11.5h5M7 10v3");
export const HelpIcon = createPathIcon(
  "M13.8 8A5.8 5.8 0 1 1 2.2 8a5.8 5.8 0 0 1 11.6 0ZM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.7-.8 1.3M8 11.3h.01",
);
export const SearchIcon = createIcon(
  <>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.2 10.2 3.3 3.3" />
  </>,
);
export const FilterIcon = createPathIcon("M2.5 4h11M4.5 8h7M6.5 12h3");
export const PauseIcon = createPathIcon("M5.5 3.5v9M10.5 3.5v9");
export const ResumeIcon = createPathIcon("M5 3.2v9.6L12.8 8z");
export const PlusIcon = createPathIcon("M8 3v10M3 8h10");
export const TrashIcon = createPathIcon(
  "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7.2v3.8M9.3 7.2v3.8",
);
export const UndoIcon = createPathIcon("M5.5 3 2.5 6l3 3M2.5 6h7a3.75 3.75 0 0 1 0 7.5h-3");
export const JournalIcon = createPathIcon("M2.6 8a5.4 5.4 0 1 0 1.6-3.8L2.5 6M2.5 2.8V6h3.2M8 5.2V8l2 1.4");
export const CopyIcon = createPathIcon("M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1");
export const EditIcon = createPathIcon("M2.5 13.5 3.3 10.5 10.8 3l2.2 2.2-7.5 7.5zM9.3 4.5l2.2 2.2");
export const MoreIcon = createIcon(
  <g fill="currentColor" stroke="none">
    <circle cx="3" cy="8" r="1.3" />
    <circle cx="8" cy="8" r="1.3" />
    <circle cx="13" cy="8" r="1.3" />
  </g>,
);
export const ChevronRightIcon = createPathIcon("m6 3.5 4.5 4.5L6 12.5");
export const ChevronDownIcon = createPathIcon("M3.5 6 8 10.5 12.5 6");
export const ArrowUpIcon = createPathIcon("M8 13V3M4 7l4-4 4 4");
export const ArrowDownIcon = createPathIcon("M8 3v10M4 9l4 4 4-4");
export const CloseIcon = createPathIcon("m3.8 3.8 8.4 8.4M12.2 3.8l-8.4 8.4");
export const CheckIcon = createPathIcon("m3 8.5 3.3 3.3L13 4.5");
export const WarningIcon = createPathIcon("M8 2.3 14.2 13.2H1.8zM8 6.3v3.2M8 11.4h.01");
export const InfoIcon = createIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 7.5v3.3M8 5.2h.01" />
  </>,
);
export const ErrorIcon = createIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 5v3.5M8 10.8h.01" />
  </>,
);
export const SunIcon = createIcon(
  <>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7" />
  </>,
);
export const MoonIcon = createPathIcon("M13.3 9.7A5.75 5.75 0 0 1 6.3 2.7a5.75 5.75 0 1 0 7 7Z");
export const AutoIcon = createIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 2.3v11.4a5.7 5.7 0 0 0 0-11.4Z" fill="currentColor" stroke="none" />
  </>,
);
export const RefreshIcon = createPathIcon("M13.5 3v3.2h-3.2M13.2 6.2A5.5 5.5 0 1 0 13.5 9");
