// Icons that only pages and dialogs behind the first visit show: their lines are not sent with it.
import { draw, path } from "./draw-icon";

export const UsersIcon = path(
  "M8.2 5.2a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0ZM1.5 13.5c0-2.4 1.9-3.9 4.3-3.9s4.3 1.5 4.3 3.9M10.8 3a2.4 2.4 0 0 1 0 4.4M12 9.8c1.6.4 2.6 1.7 2.6 3.7",
);
export const MinusIcon = path("M3 8h10");
export const ChevronLeftIcon = path("M10 3.5 5.5 8l4.5 4.5");
const EYE = "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z";

export const EyeIcon = draw(
  <>
    <path d={EYE} />
    <circle cx="8" cy="8" r="2" />
  </>,
);
export const EyeOffIcon = path(`${EYE}M2.5 2.5l11 11`);
