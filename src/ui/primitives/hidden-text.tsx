export { VisuallyHidden as HiddenText } from "@mantine/core";
