// Tests of unbreakable spaces in displayed documents.

import { expect, it } from 'vitest';
import { unbroken } from './unbroken.ts';

const shown = (text: string): string => unbroken(text).replace(/\u00A0/g, '_');

it.each([
  ['nach § 22 BDSG und Art. 9 Abs. 2 DSGVO', 'nach §_22_BDSG und Art._9_Abs._2_DSGVO'],
  ['§§ 630d und 630e BGB', '§§_630d und 630e_BGB'],
  ['Telefon 030 / 23125 140, E-Mail', 'Telefon 030_/_23125_140, E-Mail'],
  ['+49 30 23125140 oder', '+49_30_23125140 oder'],
])('"%s" keeps its numbers together', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

it.each([
  'Zähne 36 und 37, in 2 Stunden',
  'Am 12. März 2026 um 9 Uhr',
  'bis zu 10 Jahre',
  '3 Röntgenbilder',
])('"%s" may break as before', (text) => {
  expect(shown(text)).toBe(text);
});
