// Teeth as bit masks: which teeth a service names, which of them share a quadrant or front, and how
// many there are.

/** Permanent teeth in 32 bits of `bleibend`, milk teeth in 20 of `milch`. */
export interface ToothMask {
  readonly permanent: number;
  readonly milk: number;
}

/** Bit of an FDI number; undefined for none. */
function bitOf(fdi: number): ToothMask | undefined {
  const q = Math.floor(fdi / 10),
    n = fdi % 10;
  if (q >= 1 && q <= 4 && n >= 1 && n <= 8)
    return { permanent: (1 << ((q - 1) * 8 + n - 1)) | 0, milk: 0 };
  if (q >= 5 && q <= 8 && n >= 1 && n <= 5)
    return { permanent: 0, milk: 1 << ((q - 5) * 5 + n - 1) };
  return undefined;
}
/** All FDI numbers, permanent ones first; the index of a tooth refers to this list. */
export const TEETH: readonly number[] = [11, 21, 31, 41, 51, 61, 71, 81].flatMap((first) =>
  Array.from({ length: first < 50 ? 8 : 5 }, (_, at) => first + at),
);
export const TOOTH_BITS: readonly ToothMask[] = TEETH.map((fdi) => bitOf(fdi)!);
const toothIndexByFdi = new Map(TEETH.map((fdi, at) => [fdi, at]));
/** Returns the index of an FDI number in ZAEHNE, -1 for none. */
export const toothIndex = (fdi: number): number => toothIndexByFdi.get(fdi) ?? -1;
export const isPermanentTooth = (place: number): boolean => place < 32;
/** Checks for premolars and molars of the second dentition. */
export const isPosteriorTooth = (place: number): boolean => place < 32 && TEETH[place]! % 10 >= 4;

/** Parses the teeth of a delivered string: `36`, `14,15`, `11-13`; none if it names none. */
export function maskOf(word: string): ToothMask {
  let permanent = 0,
    milk = 0;
  for (const m of word.matchAll(/(?<!\d)(\d\d)(?:\s*-\s*(\d\d))?(?!\d)/g)) {
    const first = Number(m[1]),
      last = m[2] === undefined ? first : Number(m[2]),
      same = Math.floor(first / 10) === Math.floor(last / 10);
    // A range across the midline is read tooth by tooth along the arch.
    const teeth = same
      ? Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => Math.min(first, last) + at)
      : teethAlongArch(first, last);
    for (const fdi of teeth) {
      const bit = bitOf(fdi);
      if (bit) {
        permanent |= bit.permanent;
        milk |= bit.milk;
      }
    }
  }
  return { permanent: permanent, milk: milk };
}
const ARCHES: readonly (readonly number[])[] = [
  [1, 2],
  [4, 3],
  [5, 6],
  [8, 7],
].map(([right, left]) => {
  const n = right! < 5 ? 8 : 5;
  return [
    ...Array.from({ length: n }, (_, at) => right! * 10 + n - at),
    ...Array.from({ length: n }, (_, at) => left! * 10 + 1 + at),
  ];
});
function teethAlongArch(first: number, last: number): number[] {
  const arch = ARCHES.find((one) => one.includes(first) && one.includes(last));
  if (!arch) return [first, last];
  const a = arch.indexOf(first),
    b = arch.indexOf(last);
  return arch.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/**
 * The six regions by which services are counted: upper right, upper front, upper left, lower left,
 * lower front, lower right.
 */
export const JAW_REGIONS: readonly ToothMask[] = (
  [
    [
      [1, 4, 8],
      [5, 4, 5],
    ],
    [
      [1, 1, 3],
      [2, 1, 3],
      [5, 1, 3],
      [6, 1, 3],
    ],
    [
      [2, 4, 8],
      [6, 4, 5],
    ],
    [
      [3, 4, 8],
      [7, 4, 5],
    ],
    [
      [3, 1, 3],
      [4, 1, 3],
      [7, 1, 3],
      [8, 1, 3],
    ],
    [
      [4, 4, 8],
      [8, 4, 5],
    ],
  ] as const
).map((parts) => {
  let permanent = 0,
    milk = 0;
  for (const [q, from, to] of parts)
    for (let n = from; n <= to; n += 1) {
      const bit = bitOf(q * 10 + n)!;
      permanent |= bit.permanent;
      milk |= bit.milk;
    }
  return { permanent: permanent, milk: milk };
});
const countBits = (bits: number): number => {
  let x = bits >>> 0,
    n = 0;
  while (x !== 0) {
    x = (x & (x - 1)) >>> 0;
    n += 1;
  }
  return n;
};
export const countTeeth = (permanent: number, milk: number): number =>
  countBits(permanent) + countBits(milk);
export const countRegions = (permanent: number, milk: number): number =>
  JAW_REGIONS.filter((r) => (r.permanent & permanent) !== 0 || (r.milk & milk) !== 0).length;
/** Counts jaws: upper quadrants 1, 2, 5, 6, lower ones 3, 4, 7, 8. */
export const countJaws = (permanent: number, milk: number): number =>
  Number((permanent & 0xff_ff) !== 0 || (milk & 0x3_ff) !== 0) +
  Number((permanent & 0xff_ff_00_00) !== 0 || (milk & 0xf_fc_00) !== 0);
export const UPPER_TEETH: ToothMask = { permanent: 0xff_ff, milk: 0x3_ff };
export const LOWER_TEETH: ToothMask = { permanent: 0xff_ff_00_00, milk: 0xf_fc_00 };
/** Checks whether a mask names a tooth of another. */
export const touches = (one: ToothMask, permanent: number, milk: number): boolean =>
  (one.permanent & permanent) !== 0 || (one.milk & milk) !== 0;
/** Counts the regions for positions charged at most twice per jaw. */
export const countAreasPerJaw = (permanent: number, milk: number): number =>
  [UPPER_TEETH, LOWER_TEETH].reduce(
    (all, jaw) => all + Math.min(2, countRegions(permanent & jaw.permanent, milk & jaw.milk)),
    0,
  );

/** Counts areas of two neighbouring teeth; a quadrant ends at the midline. */
export function countPairs(permanent: number, milk: number): number {
  let n = 0,
    at = 0;
  while (at < TEETH.length) {
    const isFirst = touches(TOOTH_BITS[at]!, permanent, milk);
    if (isFirst) n += 1;
    const next = at + 1;
    at +=
      isFirst &&
      next < TEETH.length &&
      TEETH[next] === TEETH[at]! + 1 &&
      touches(TOOTH_BITS[next]!, permanent, milk)
        ? 2
        : 1;
  }
  return n;
}
