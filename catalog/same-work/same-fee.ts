/**
 * Private positions and the statutory one for the same work and the same unit: what the insurer pays
 * is the least that a private fee has to be compared with. A compilation of our own after the texts
 * of both schedules; no schedule names these pairs.
 */
const PAIRS = `0010 01, 0070 8, 0090 40, 0100 41a, 1020 IP4, 2000 IP5, 2030 12, 2060 13a, 2080 13b,
2100 13c, 2120 13d, 2250 14, 2310 24a, 2330 25, 2340 26, 2350 27, 2360 28, 2390 31, 2410 32, 2430 34,
2440 35, 3000 43, 3010 44, 3020 45, 3030 47a, 3040 48, 3060 37, 3110 54a, 3290 38, 4005 04, 4020 105,
7010 K1`;

/** BEMA number of each GOZ number that has one. */
export const STATUTORY_OF: ReadonlyMap<string, string> = new Map(
  PAIRS.split(/,\s+/).map((pair) => pair.split(' ') as [string, string]),
);
