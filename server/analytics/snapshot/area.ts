// Derives the area of a position from its number in the fee schedules, where the practice software
// does not deliver it.

import { findPosition } from '../../../catalog/find-position.ts';
import type { SERVICE_AREAS } from '../../../shared/analytics/deliveries/pvs-words.ts';

type Area = (typeof SERVICE_AREAS)[number];

/**
 * Normalises numbers as exports write them: `Ae925a`, `UPT a`, `GOZ 1040`; compared in capitals
 * without spaces.
 */
export const normalizedNumber = (nr: string): string =>
  nr
    .replace(/\s+/g, '')
    .replace(/^(BEMA|GOZ|GOÄ)/i, '')
    .replace(/^AE(?=\d)/i, 'Ä')
    .toUpperCase();

const BEMA: readonly (readonly [RegExp, Area])[] = [
  [/^(IP[1245]|FU1|FU2|FUPR|FLA)/, 'IPFU'],
  [/^(4|P20\d|ATG|MHU|AIT[AB]?|BEV[AB]?|CPT[AB]?|UPT[A-G]?|108|111)$/, 'PAR'],
  [/^(2|K[1-9]|UP[1-4])$/, 'KB'],
  [/^(7A|5|01K|11[6-8]|119[A-D]|120[A-D]|122[A-C]?|12[678][A-D]?)$/, 'KFO'],
  [/^(7B|18[AB]|19|20[A-C]|21|24[A-C]|89|9[0-9]([A-H](\/\d)?)?|100[A-F])$/, 'ZE'],
];
const GOZ: readonly (readonly [RegExp, Area])[] = [
  [/^1040/, 'PZR'],
  [/^(21[89]\d|22\d\d|23[012]\d|5\d\d\d)/, 'GOZ_PROTHETIK'],
  [/^6\d\d\d/, 'KFO'],
  [/^[78]\d\d\d/, 'FUNKTION'],
  [/^9\d\d\d/, 'IMPLANTOLOGIE'],
  [/^[01234]\d\d\d/, 'GOZ_KONS'],
];

/**
 * Returns the area of a position; among the practice's own positions only a professional cleaning
 * is recognized by name.
 */
export function areaFromPosition(system: string, nr: string): Area {
  const code = normalizedNumber(nr);
  if (system === 'BEMA')
    return (
      BEMA.find(([pattern]) => pattern.test(code))?.[1] ?? findPosition('BEMA', nr)?.area ?? 'KCH'
    );
  if (system === 'GOZ') return GOZ.find(([pattern]) => pattern.test(code))?.[1] ?? 'SONSTIGE';
  if (system === 'GOAE') return 'GOZ_KONS';
  return code.startsWith('PZR') ? 'PZR' : /^(LAB|BEB|BEL)/.test(code) ? 'LABOR' : 'SONSTIGE';
}
