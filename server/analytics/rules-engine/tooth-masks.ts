// Teeth as bits: which teeth a service names, which of them share a quadrant or front, and how many they are.

/** Permanent teeth in 32 bits of `bleibend`, milk teeth in 20 of `milch`. */
export interface Maske {
  readonly bleibend: number;
  readonly milch: number;
}
export const LEERE_MASKE: Maske = { bleibend: 0, milch: 0 };

/** Bit of an FDI number; undefined for none. */
function bitVon(fdi: number): Maske | undefined {
  const q = Math.floor(fdi / 10),
    n = fdi % 10;
  if (q >= 1 && q <= 4 && n >= 1 && n <= 8)
    return { bleibend: (1 << ((q - 1) * 8 + n - 1)) | 0, milch: 0 };
  if (q >= 5 && q <= 8 && n >= 1 && n <= 5)
    return { bleibend: 0, milch: 1 << ((q - 5) * 5 + n - 1) };
  return undefined;
}
/** All FDI numbers, permanent ones first; a tooth is its place in this list. */
export const ZAEHNE: readonly number[] = [11, 21, 31, 41, 51, 61, 71, 81].flatMap((first) =>
  Array.from({ length: first < 50 ? 8 : 5 }, (_, at) => first + at),
);
export const ZAHN_BITS: readonly Maske[] = ZAEHNE.map((fdi) => bitVon(fdi)!);
const stelleVon = new Map(ZAEHNE.map((fdi, at) => [fdi, at]));
/** Place of an FDI number in ZAEHNE, -1 for none. */
export const zahnStelle = (fdi: number): number => stelleVon.get(fdi) ?? -1;
export const istBleibend = (stelle: number): boolean => stelle < 32;
/** Premolars and molars of the second dentition. */
export const istSeitenzahn = (stelle: number): boolean => stelle < 32 && ZAEHNE[stelle]! % 10 >= 4;

/** Teeth that a delivered word names: `36`, `14,15`, `11-13`; none of a word that names none. */
export function maskeVon(wort: string): Maske {
  let bleibend = 0,
    milch = 0;
  for (const m of wort.matchAll(/(?<!\d)(\d\d)(?:\s*-\s*(\d\d))?(?!\d)/g)) {
    const first = Number(m[1]),
      last = m[2] === undefined ? first : Number(m[2]),
      same = Math.floor(first / 10) === Math.floor(last / 10);
    // A range across the middle is read tooth by tooth in the order of the arch.
    const teeth = same
      ? Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => Math.min(first, last) + at)
      : bogen(first, last);
    for (const fdi of teeth) {
      const bit = bitVon(fdi);
      if (bit) {
        bleibend |= bit.bleibend;
        milch |= bit.milch;
      }
    }
  }
  return { bleibend, milch };
}
const BOEGEN: readonly (readonly number[])[] = [
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
function bogen(first: number, last: number): number[] {
  const arch = BOEGEN.find((one) => one.includes(first) && one.includes(last));
  if (!arch) return [first, last];
  const a = arch.indexOf(first),
    b = arch.indexOf(last);
  return arch.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** The six regions that services are counted by: upper right, upper front, upper left, lower left, lower front, lower right. */
export const REGIONEN: readonly Maske[] = (
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
  let bleibend = 0,
    milch = 0;
  for (const [q, from, to] of parts)
    for (let n = from; n <= to; n += 1) {
      const bit = bitVon(q * 10 + n)!;
      bleibend |= bit.bleibend;
      milch |= bit.milch;
    }
  return { bleibend, milch };
});
const zaehl = (bits: number): number => {
  let x = bits >>> 0,
    n = 0;
  while (x !== 0) {
    x = (x & (x - 1)) >>> 0;
    n += 1;
  }
  return n;
};
export const anzahlZaehne = (bleibend: number, milch: number): number =>
  zaehl(bleibend) + zaehl(milch);
export const anzahlRegionen = (bleibend: number, milch: number): number =>
  REGIONEN.filter((r) => (r.bleibend & bleibend) !== 0 || (r.milch & milch) !== 0).length;
/** Jaws: upper quadrants 1, 2, 5, 6, lower ones 3, 4, 7, 8. */
export const anzahlKiefer = (bleibend: number, milch: number): number =>
  Number((bleibend & 0xff_ff) !== 0 || (milch & 0x3_ff) !== 0) +
  Number((bleibend & 0xff_ff_00_00) !== 0 || (milch & 0xf_fc_00) !== 0);
const OBEN: Maske = { bleibend: 0xff_ff, milch: 0x3_ff };
const UNTEN: Maske = { bleibend: 0xff_ff_00_00, milch: 0xf_fc_00 };
/** Regions of what is charged twice for a jaw at most. */
export const anzahlBereicheJeKiefer = (bleibend: number, milch: number): number =>
  [OBEN, UNTEN].reduce(
    (all, jaw) => all + Math.min(2, anzahlRegionen(bleibend & jaw.bleibend, milch & jaw.milch)),
    0,
  );
