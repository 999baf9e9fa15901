import type { Connection } from "@/http/connection";
import { DEMO_CONNECTION_ID } from "./connection-storage";

/**
 * The mocked backend. Its key has every scope. Real servers don't accept it, and builds without the demo don't
 * contain it.
 */
export const DEMO_CONNECTION: Connection = {
  id: DEMO_CONNECTION_ID,
  label: "Demo data",
  baseUrl: "",
  prefix: "environments",
  key: __WITH_DEMO__ ? "phx_demo_all" : "",
};
