/** Replaces a page's generated section. Throws if the page lacks it. */
