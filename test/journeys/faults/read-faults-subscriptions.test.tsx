import { testReadFaults } from "./read-fault-cases";
import { SUBSCRIPTION_READ_PAGES } from "./read-fault-pages";

testReadFaults(SUBSCRIPTION_READ_PAGES);
