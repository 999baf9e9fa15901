import { Alert, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Indigo. White on shade 7 has a contrast of 5.9:1. Shade 4 on the dark background has 7.1:1. */
const accent: MantineColorsTuple = [
  "#f1f3ff",
  "#e3e7ff",
  "#c6ceff",
  "#a5b0ff",
  "#8a95fb",
  "#717bf3",
  "#5f66e8",
  "#4f54d6",
  "#4346b8",
  "#35378f",
];

const gray: MantineColorsTuple = [
  "#fafafb",
  "#f4f4f6",
  "#eaebee",
  "#dfe0e4",
  "#c9cbd1",
  "#8b8e97",
  "#63666d",
  "#4a4d54",
  "#2f3137",
  "#1b1c20",
];

const dark: MantineColorsTuple = [
  "#e8e9ec",
  "#c3c5cb",
  "#9a9ea7",
  "#6d717b",
  "#3a3d44",
  "#2a2d33",
  "#1c1e22",
  "#15171a",
  "#0e0f11",
  "#08090a",
];

const red: MantineColorsTuple = [
  "#fdeced",
  "#fbd9db",
  "#f5b3b7",
  "#ff8f8f",
  "#ff7b7b",
  "#ec5a5f",
  "#de3d45",
  "#d12d36",
  "#b3242c",
  "#8f1d24",
];

/** Colors by token name, in the light and in the dark scheme. A test ensures a contrast of 4.5:1 for text. */
const tokens = {
  bg: ["#ffffff", "#0e0f11"],
  "bg-sunken": ["#fafafb", "#0a0b0c"],
  "bg-raised": ["#ffffff", "#15171a"],
  "bg-hover": ["#f4f4f6", "#181a1e"],
  "bg-active": ["#eceef1", "#212429"],
  "segment-track": ["#eceef1", "#15171a"],
  segment: ["#ffffff", "#25282d"],
  border: ["#e6e7ea", "#23262b"],
  "border-strong": ["#d3d5da", "#34383f"],
  // Borders of controls need a contrast of 3:1 with the background (WCAG 1.4.11).
  "border-control": ["#8f929a", "#666b75"],
  text: ["#1b1c20", "#e8e9ec"],
  "text-dim": ["#63666d", "#9a9ea7"],
  "text-faint": ["#696c74", "#8b8f98"],
  accent: ["#4f54d6", "#8a95fb"],
  "accent-text": ["#4346b8", "#a5b0ff"],
  "accent-soft": ["#eef0ff", "#1b1d36"],
  positive: ["#18794e", "#4cc38a"],
  "positive-dot": ["#2a9d69", "#3aae79"],
  "positive-soft": ["#e9f6ef", "#0f2119"],
  warning: ["#855200", "#e5a83b"],
  "warning-dot": ["#d98a00", "#dd9a22"],
  "warning-soft": ["#fdf3e1", "#251c0d"],
  danger: ["#b91c25", "#ff8f8f"],
  "danger-dot": ["#dc3b43", "#ee5a5f"],
  "danger-soft": ["#fdeced", "#2a1618"],
  "neutral-dot": ["#9194a0", "#7c808a"],
  tooltip: ["#1b1c20", "#2a2d33"],
  "tooltip-text": ["#ffffff", "#f2f3f5"],
  overlay: ["rgb(15 16 20 / 0.4)", "rgb(0 0 0 / 0.6)"],
  shadow: [
    "0 8px 30px rgb(15 16 20 / 0.12), 0 2px 6px rgb(15 16 20 / 0.06)",
    "0 8px 30px rgb(0 0 0 / 0.5), 0 2px 6px rgb(0 0 0 / 0.4)",
  ],
} as const;

// `system-ui` can be any font on Linux. Browsers fetch Inter when no earlier font is installed (base.css).
const SANS =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Adwaita Sans", Cantarell, Ubuntu, Inter, system-ui, sans-serif';
const MONO = 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** CSS variables, so that one media query enlarges all controls on touch devices. */
const controlVars = {
  "--input-height": "var(--ui-control)",
  "--input-fz": "var(--ui-control-font)",
  "--input-padding": "10px",
};

// Covers the label, so that clicks and screen readers' touch reach the native control.
const COVERING_CONTROL = {
  position: "absolute",
  inset: 0,
  zIndex: 3,
  width: "100%",
  height: "100%",
  margin: 0,
  cursor: "inherit",
};

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: 7,
  colors: { accent, gray, dark, red },
  white: tokens.bg[0],
  black: tokens.text[0],
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  fontWeights: { medium: "500" },
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "15px", xl: "20px" },
  lineHeights: { xs: "1.5", sm: "1.5", md: "1.5", lg: "1.5", xl: "1.4" },
  headings: { fontFamily: SANS, fontWeight: "600" },
  radius: { xs: "3px", sm: "4px", md: "6px", lg: "8px", xl: "12px" },
  defaultRadius: "md",
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  activeClassName: "",
  components: {
    Input: { vars: () => ({ wrapper: controlVars }) },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      vars: () => ({
        label: { "--input-label-size": "13px" },
        description: { "--input-description-size": "12px" },
        error: { "--input-error-size": "12px" },
      }),
    },
    Button: {
      defaultProps: { variant: "default" },
      vars: () => ({ root: { "--button-height": "var(--ui-control)", "--button-padding-x": "12px" } }),
    },
    ActionIcon: {
      defaultProps: { variant: "subtle" },
      vars: () => ({
        root: {
          "--ai-color": "var(--ui-text-dim)",
          "--ai-hover": "var(--ui-bg-active)",
          "--ai-hover-color": "var(--ui-text)",
        },
      }),
    },
    Tooltip: {
      defaultProps: {
        multiline: true,
        // Users can move the pointer onto the tooltip (WCAG 1.4.13).
        interactive: true,
        openDelay: 250,
        closeDelay: 120,
        events: { hover: true, focus: true, touch: false },
      },
      vars: () => ({
        tooltip: { "--tooltip-bg": "var(--ui-tooltip)", "--tooltip-color": "var(--ui-tooltip-text)" },
      }),
      styles: {
        tooltip: {
          maxWidth: "min(320px, calc(100vw - 16px))",
          fontSize: "12px",
          whiteSpace: "pre-line",
          overflowWrap: "anywhere",
        },
      },
    },
    // Popovers close on release, so that users can cancel a press (WCAG 2.5.2). They return focus themselves, because
    // Mantine would return it to the focused element, which isn't the opener in Safari.
    Popover: {
      defaultProps: {
        clickOutsideEvents: ["mouseup", "touchend"],
        offset: 6,
        radius: "lg",
        transitionProps: { duration: 0 },
        zIndex: 400,
      },
    },
    Menu: {
      defaultProps: {
        clickOutsideEvents: ["mouseup", "touchend"],
        closeOnEscape: false,
        offset: 6,
        position: "bottom-end",
        radius: "lg",
        returnFocus: false,
        transitionProps: { duration: 0 },
        withInitialFocusPlaceholder: false,
        // Above toasts, because the user has just opened it.
        zIndex: 650,
      },
    },
    // base.css locks scrolling, because Mantine's lock creates a style element.
    Modal: {
      defaultProps: {
        radius: "lg",
        padding: "lg",
        lockScroll: false,
        // A `<header>` in a dialog would count as a second banner landmark.
        attributes: { header: { role: "presentation" } },
      },
    },
    Alert: Alert.extend({
      defaultProps: { radius: "lg", px: 12, py: 9 },
      vars: (_theme, { color }) => ({
        root: {
          "--alert-bg": color === "info" ? "var(--ui-bg-sunken)" : `var(--ui-${color}-soft)`,
          "--alert-bd":
            color === "info"
              ? "1px solid var(--ui-border)"
              : `1px solid color-mix(in srgb, var(--ui-${color}) 22%, transparent)`,
          "--alert-color": color === "info" ? "var(--ui-text-dim)" : `var(--ui-${color})`,
        },
      }),
      styles: {
        icon: { width: 16, marginInlineEnd: 10 },
        message: { color: "var(--ui-text)", overflow: "visible", overflowWrap: "anywhere" },
      },
    }),
    Anchor: { defaultProps: { inherit: true } },
    Badge: {
      // A dot before plain text.
      defaultProps: {
        variant: "dot",
        bg: "none",
        bd: 0,
        c: "inherit",
        fz: "inherit",
        fw: "inherit",
        lts: 0,
        tt: "none",
        maw: "100%",
      },
      vars: () => ({ root: { "--badge-padding-x": "0", "--badge-dot-size": "7px" } }),
      styles: { root: { verticalAlign: "bottom" } },
    },
    Chip: {
      defaultProps: { icon: null, radius: "md" },
      vars: () => ({
        root: {
          "--chip-size": "var(--ui-control)",
          "--chip-padding": "12px",
          "--chip-checked-padding": "12px",
        },
      }),
      styles: {
        root: { position: "relative" },
        input: COVERING_CONTROL,
        label: { justifyContent: "center", width: "100%" },
      },
    },
    SegmentedControl: {
      defaultProps: { radius: "lg", withItemsBorders: false },
      styles: {
        root: {
          flexWrap: "wrap",
          maxWidth: "100%",
          padding: 2,
          // The mark moves after its segment has changed, and must not cut off texts.
          overflow: "visible",
          backgroundColor: "var(--ui-segment-track)",
        },
        input: COVERING_CONTROL,
        label: { padding: "0 12px", lineHeight: "calc(var(--ui-control) - 4px)" },
      },
    },
    Divider: { defaultProps: { color: "var(--ui-border)" } },
    Progress: { defaultProps: { size: 6 } },
    Kbd: { defaultProps: { size: "xs", translate: "no" } },
    Skeleton: {
      defaultProps: { height: 10, radius: "sm", display: "inline-block", maw: "100%" },
      styles: { root: { verticalAlign: "middle" } },
    },
    ThemeIcon: { defaultProps: { size: 36, radius: "lg", mb: "sm" } },
    Notification: {
      defaultProps: {
        withBorder: true,
        radius: "lg",
        closeButtonProps: {
          "aria-label": "Dismiss",
          size: "var(--ui-target)",
          "data-mantine-stop-propagation": true,
        },
      },
    },
    DrawerRoot: { defaultProps: { lockScroll: false } },
  },
});

function toCssVariables(scheme: 0 | 1): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, colors]) => [`--ui-${name}`, colors[scheme]]));
}

const mantineColors = {
  "--mantine-color-body": "var(--ui-bg)",
  "--mantine-color-text": "var(--ui-text)",
  "--mantine-color-bright": "var(--ui-text)",
  "--mantine-color-dimmed": "var(--ui-text-dim)",
  "--mantine-color-anchor": "var(--ui-accent-text)",
  "--mantine-color-error": "var(--ui-danger)",
  "--mantine-color-success": "var(--ui-positive)",
  "--mantine-color-placeholder": "var(--ui-text-faint)",
  "--mantine-color-default": "var(--ui-bg-raised)",
  "--mantine-color-default-hover": "var(--ui-bg-hover)",
  "--mantine-color-default-color": "var(--ui-text)",
  "--mantine-color-default-border": "var(--ui-border-strong)",
  "--mantine-color-disabled": "var(--ui-bg-active)",
  "--mantine-color-disabled-color": "var(--ui-text-faint)",
  "--mantine-color-disabled-border": "var(--ui-border)",
};

/**
 * Maps Mantine's colors to the tokens (`--ui-…`).
 * @public read by .scripts/theme.mjs
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...toCssVariables(0), ...mantineColors },
  dark: { ...toCssVariables(1), ...mantineColors },
});
