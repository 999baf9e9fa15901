import { testWriteFaults } from "./write-fault-cases";
import { WRITE_PAGES } from "./write-fault-pages";

testWriteFaults(WRITE_PAGES.filter(({ endpoint }) => !endpoint.startsWith("subscriptions.")));
