import { DELIVERY_READINGS } from "./fault-reading";
import { tryReadings } from "./faults-read";

tryReadings(DELIVERY_READINGS);
