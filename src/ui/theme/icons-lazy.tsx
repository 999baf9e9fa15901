// The first screen doesn't need these icons.
import { createIcon, createPathIcon } from "./icons";

export const FileIcon = createPathIcon("M3.5 2h6l3 3v9h-9zM9.5 2v3h3");
export const MinusIcon = createPathIcon("M3 8h10");
export const ChevronLeftIcon = createPathIcon("M10 3.5 5.5 8l4.5 4.5");
const EYE = "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z";

export const EyeIcon = createIcon(
  <>
    <path d={EYE} />
    <circle cx="8" cy="8" r="2" />
  </>,
);
export const EyeOffIcon = createPathIcon(`${EYE}M2.5 2.5l11 11`);
