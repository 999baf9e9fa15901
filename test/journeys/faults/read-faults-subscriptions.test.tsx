import { tryReadings } from "./read-fault-cases";
import { DELIVERY_READINGS } from "./read-fault-pages";

tryReadings(DELIVERY_READINGS);
