/** Files and functions over the length limit, with their own limits. This list only shrinks. */

/** Lines of a file without its tables. */
export const LONG_FILES: Readonly<Record<string, number>> = {
  'server/analytics/proposals/proposals.test.ts': 972,
};

/** Lines of a function, by file and names from the outermost inwards. */
export const LONG_FUNCTIONS: Readonly<Record<string, number>> = {
  'server/analytics/proposals/proposals.test.ts#describe(billing proposals (%s))>it(a custom rule is tried on past data, goes live, proposes, gets a new version, is withdrawn)': 139,
  'server/analytics/proposals/proposals.test.ts#describe(billing proposals (%s))>it(proposals expire with a submitted billing and reopen on its withdrawal; private ones never)': 105,
};
