/** Marks of a chart for teeth that are gone. */

/** Missing, replaced by an implant, replaced by a pontic, in chart notation. */
export const MISSING_TEETH = new Set(['f', 'fi', 'ff', 'e', 'ew', ')(', 'i', 'si', 'b', 'bw']);
