// Tests of patterns for keywords of appointments: matches, precedence, and guesses.
import { expect, it } from 'vitest';
import {
  findAllPatterns,
  firstPatternOf,
  searchable,
  proposePatterns,
  patternProblem,
} from './keywords.ts';

it.each([
  ['PZR', 'PZR', true],
  ['pzr', 'kurz PZR 60', true],
  ['PZR', 'PZRX', false],
  ['PZR', 'Kontrolle|PZR', true],
  ['PZR', '', false],
  ['füll*', 'FUELLUNG 36', true],
  ['fuell*', 'Füllung', true],
  ['füll', 'Füllung', false],
  ['*kontrolle', 'Nachkontrolle', true],
  ['*kontrolle', 'Kontrolle', true],
  ['*kontrolle', 'Kontrolleur', false],
  ['*kontroll*', 'Schienenkontrollen', true],
  ['ZE Prep', 'Herr A, ZE-Prep 24', true],
  ['ZE Prep', 'Prep ZE', false],
  ['ZE Prep', 'ZE|Prep', false],
  ['ze pr*', 'ZE Präp', true],
  ['Maß', 'MASS nehmen', true],
  // A pattern without letters matches nothing.
  ['*', 'alles', false],
  ['', 'alles', false],
  ['a*b', 'a b', false],
  ['+', '+', false],
] as const)('%s in "%s": %s', (muster, keywordList, fits) => {
  expect(firstPatternOf([{ muster }])(keywordList)).toBe(fits ? 0 : -1);
});

it('the first of several matching patterns counts, and an empty one is skipped', () => {
  const first = firstPatternOf([{ muster: '*' }, { muster: 'Kontrolle' }, { muster: 'PAR' }]);
  expect(['PAR Kontrolle', 'PAR', 'Kontrolle|PAR', 'ZE'].map(first)).toEqual([1, 2, 1, -1]);
  expect(
    ['PAR Kontrolle', 'PAR', 'ZE'].map(
      findAllPatterns([{ muster: '*' }, { muster: 'Kontrolle' }, { muster: 'PAR' }]),
    ),
  ).toEqual([[1, 2], [2], []]);
});

it('reports empty, too long and duplicate patterns by index', () => {
  expect(
    patternProblem([
      { muster: 'PZR' },
      { muster: ' pzr ' },
      { muster: 'pzr*' },
      { muster: '**' },
      { muster: 'a*b' },
      { muster: 'x'.repeat(61) },
      { muster: 'Größe' },
      { muster: 'groesse' },
    ]),
  ).toEqual([null, 'doppelt', null, 'leer', 'leer', 'leer', null, 'doppelt']);
  expect([searchable('*Krone*'), searchable(' Krone '), searchable('**Krone')]).toEqual([
    'krone',
    ' krone ',
    'krone ',
  ]);
});

it("guesses patterns by the group's word or a short code's meaning, most specific first", () => {
  const texts = [
    { text: 'Kontrolle halbjährlich', termine: 50 },
    { text: 'Kontrolle|VIP', termine: 5 },
    { text: 'SCHM', termine: 7 },
    { text: 'Schienen Kontrolle', termine: 2 },
    { text: 'Wundkontrolle 48', termine: 9 },
    { text: 'PZR', termine: 3 },
    { text: 'pzr|Zahnreinigung', termine: 4 },
    { text: 'ruft zurück', termine: 99 },
  ];
  expect(proposePatterns(texts, new Map([[' schm ', 'Schmerzen akut']]))).toEqual([
    { muster: 'Wundkontrolle', gruppe: 'WUNDKONTROLLE' },
    { muster: 'Schienen Kontrolle', gruppe: 'SCHIENENKONTROLLE' },
    { muster: 'pzr', gruppe: 'PROPHYLAXE' },
    { muster: 'Zahnreinigung', gruppe: 'PROPHYLAXE' },
    { muster: 'SCHM', gruppe: 'SCHMERZ' },
    { muster: 'Kontrolle', gruppe: 'KONTROLLE' },
  ]);
  expect(
    proposePatterns([{ text: `Füllung und noch ${'mehr '.repeat(40)}`, termine: 1 }], new Map()),
  ).toEqual([{ muster: 'Füllung', gruppe: 'FUELLUNG' }]);
  expect(
    proposePatterns([{ text: `Schienen Kontrolle ${'x'.repeat(60)}`, termine: 1 }], new Map()),
  ).toEqual([]);
});
