// Packing and unpacking of messages between threads keeps their content.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unpack, withGrid, pack, type GridColumn } from './pack.ts';

const cell = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
  fc.boolean(),
);
const same = (answer: unknown): void => {
  expect(JSON.stringify(unpack(pack(answer)))).toBe(JSON.stringify(answer ?? null));
};

test('unpacking restores many rows of one shape, mixed shapes, few rows and none', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(fc.string(), { minLength: 1, maxLength: 6 })
        .filter((names) => !names.includes('__proto__')),
      fc.integer({ min: 0, max: 220 }),
      cell,
      (names, many, value) => {
        const lines = Array.from({ length: many }, (_, at) =>
          Object.fromEntries(names.map((name, place) => [name, place === 0 ? at : value])),
        );
        same({ kpis: [], zeilen: lines, serien: [1] });
      },
    ),
  );
  const rows = Array.from({ length: 150 }, (_, at) => ({ a: at, b: null }));
  for (const odd of [{ a: 1 }, { a: 1, c: 2 }, { a: 1, b: 2, c: 3 }, { a: 1, b: undefined }])
    same({ zeilen: [...rows, odd] });
  for (const answer of [
    undefined,
    null,
    7,
    'wort',
    [1, 2],
    { zeilen: 3 },
    { zeilen: [] },
    { x: { zeilen: rows } },
  ])
    same(answer);
});

test('repeated strings are transferred once and restored in every row', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 90, max: 400 }),
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 400, maxLength: 400 }),
      (many, pool, drawn) => {
        same({
          zeilen: Array.from({ length: many }, (_, at) => ({
            id: `L${at}`,
            wort: `Wort ${drawn[at]! % pool}`,
            shuffledRows:
              drawn[at]! % 5 === 0
                ? null
                : drawn[at]! % 7 === 0
                  ? drawn[at]!
                  : `w${drawn[at]! % 3}`,
            zahl: drawn[at]! / 100,
            ja: drawn[at]! % 2 === 0,
          })),
        });
      },
    ),
    { numRuns: 60 },
  );
  expect(
    pack({
      zeilen: Array.from({ length: 1000 }, (_, at) => ({
        at,
        wort: at % 2 === 0 ? 'Untersuchung' : 'Zahnreinigung',
      })),
    }).text.split('Untersuchung'),
  ).toHaveLength(2);
});

test('keys of many rows are transferred once', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ einLangerName: at }));
  expect(pack({ zeilen: rows }).text.split('einLangerName')).toHaveLength(2);
});

test('rows of indexes and columns are identical on both sides, and transfer their strings once', () => {
  const columns: GridColumn[] = [
    { name: 'id', value: (at) => `L${at}` },
    {
      name: 'wort',
      code: (at) => (at % 3) - 1,
      word: (code) => (code < 0 ? null : `Zahnreinigung ${code}`),
    },
    { name: 'zahl', value: (at) => at / 4 },
    {
      name: 'tag',
      code: (at) => (at % 5 === 0 ? -2_147_483_648 : at % 5),
      word: (code) => code > 0,
    },
  ];
  for (const many of [0, 1, 99, 100, 777]) {
    const places = Array.from({ length: many }, (_, n) => n * 7),
      lines = places.map((at) => ({
        id: `L${at}`,
        wort: at % 3 === 0 ? null : `Zahnreinigung ${(at % 3) - 1}`,
        zahl: at / 4,
        tag: at % 5 !== 0,
      })),
      of = () =>
        withGrid({ kpis: [1], spalten: ['x'], hinweise: [] }, 'zeilen', { places, columns });
    expect(of().zeilen).toEqual(lines);
    expect(unpack(pack(of()))).toEqual({
      kpis: [1],
      spalten: ['x'],
      hinweise: [],
      zeilen: lines,
    });
  }
  expect(
    pack(
      withGrid({}, 'zeilen', { places: Array.from({ length: 500 }, (_, n) => n), columns }),
    ).text.split('Zahnreinigung 1'),
  ).toHaveLength(2);
});
