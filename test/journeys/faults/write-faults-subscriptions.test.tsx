import { tryWritings } from "./write-fault-cases";
import { WRITINGS } from "./write-fault-pages";

tryWritings(WRITINGS.filter(({ endpoint }) => endpoint.startsWith("subscriptions.")));
