import { createIcon, createPathIcon } from "@/ui/theme/icon";
import { getKnownType, type TypedProperty } from "./property-types";

const TYPE_ICONS = {
  String: createPathIcon("M1.5 12 4.8 4l3.3 8M2.7 9.3h4.2M14 8v4M14 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z"),
  Numeric: createPathIcon("M6 2.5 4.5 13.5M11.5 2.5 10 13.5M2.5 5.8h11M2.5 10.2h11"),
  DateTime: createPathIcon("M2.5 3.5h11v10h-11zM2.5 6.7h11M5.5 2v3M10.5 2v3"),
  Boolean: createIcon(
    <>
      <rect x="1.5" y="4.5" width="13" height="7" rx="3.5" />
      <circle cx="11" cy="8" r="1.2" fill="currentColor" />
    </>,
  ),
  Duration: createIcon(
    <>
      <circle cx="8" cy="9" r="4.75" />
      <path d="M8 6.5V9l1.6 1.2M6.5 1.8h3" />
    </>,
  ),
};
const UnknownIcon = createPathIcon("M5.8 5.8a2.2 2.2 0 1 1 3.1 2c-.6.3-.9.7-.9 1.4v.3M8 12.4h.01");

/** Decorative, because the type's label always accompanies the icon. */
export function TypeIcon({ property }: { readonly property: TypedProperty }) {
  const type = getKnownType(property);
  const Icon = type === null ? UnknownIcon : TYPE_ICONS[type];
  return <Icon />;
}
