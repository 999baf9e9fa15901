import { WRITINGS } from "./fault-writing";
import { tryWritings } from "./faults-written";

tryWritings(WRITINGS.filter(({ endpoint }) => endpoint.startsWith("subscriptions.")));
