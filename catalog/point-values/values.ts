// BEMA point values by association, kind of insurer and area, each with validity, source and
// certainty; a practice may add its own.

import type { PunktwertArea } from '../../shared/analytics/deliveries/practice-value.ts';
import type { Mark, Valid } from '../position.ts';

export type { PunktwertArea };
export interface Punktwert extends Valid {
  /** Key of the association (`be`), null for all. */
  readonly region: string | null;
  /** Kind of insurer, null for all. */
  readonly kassenart: string | null;
  readonly area: PunktwertArea;
  /** Ten-thousandths of a euro for one point: 11844 is 1.1844 €. */
  readonly value: number;
  readonly mark: Mark;
  readonly source: string;
}
const all = (
  area: PunktwertArea,
  value: number,
  from: string | null,
  to: string | null,
  mark: Mark,
  source: string,
): Punktwert => ({ region: null, kassenart: null, area, value, from, to, mark, source });
const be = (area: PunktwertArea, value: number): Punktwert => ({
  region: 'be',
  kassenart: null,
  area,
  value,
  from: '2016-01-01',
  to: '2016-12-31',
  mark: 'read',
  source: 'Rundschreiben der KZV Berlin 2016, gerundet',
});
/** One circular of an association for one kind of insurer, as printed. */
const BE_2016 = 'Rundschreiben Nr. 2 der KZV Berlin vom 17.03.2016, docplayer.org/82504425';
const beOf = (kassenart: string, area: PunktwertArea, value: number): Punktwert => ({
  ...be(area, value),
  kassenart,
  mark: 'confirmed',
  source: BE_2016,
});
/**
 * Primary insurers; the end of validity is not published, so these values apply to the quarter they
 * began in.
 */
const WL_2012 =
  'Kassenleistungen Zahnarzt, de.wikipedia.org: Primärkassen in Westfalen-Lippe ab 01.10.2012';
const wl = (area: PunktwertArea, value: number): Punktwert[] =>
  ['AOK', 'BKK', 'IKK', 'KNAPP', 'LKK'].map((kassenart) => ({
    region: 'wl',
    kassenart,
    area,
    value,
    from: '2012-10-01',
    to: '2012-12-31',
    mark: 'read',
    source: WL_2012,
  }));
const OF_1_40 =
  'abgeleitet aus 1,40 € für IP (2026) und dem Verhältnis der Bereiche in Berlin 2016; jede KZV hat eigene Werte';
const OF_1_32 =
  'abgeleitet aus 1,32 € für IP (2024) und demselben Verhältnis der Bereiche; jede KZV hat eigene Werte';

export const PUNKTWERTE: readonly Punktwert[] = [
  all(
    'ZE',
    11_844,
    '2026-01-01',
    null,
    'confirmed',
    'bundeseinheitlicher Punktwert ZE ab 01.01.2026 (+4,78 %), implantate.com',
  ),
  all(
    'ZE',
    11_304,
    '2025-01-01',
    '2025-12-31',
    'confirmed',
    'bundeseinheitlicher Punktwert ZE 2025, implantate.com',
  ),
  all(
    'ZE',
    10_827,
    '2024-01-01',
    '2024-12-31',
    'confirmed',
    'Punktwert ZE 2024 (+4,22 %), kzvnr.de',
  ),
  all('ZE', 10_389, '2023-01-01', '2023-12-31', 'derived', 'rechnerisch 1,0827 € / 1,0422'),
  all(
    'ZE',
    9_818,
    '2021-01-01',
    '2021-12-31',
    'confirmed',
    'Punktwert ZE ab 01.01.2021 (+2,53 %), praxis-plan.de',
  ),
  all(
    'ZE',
    9_576,
    '2020-01-01',
    '2020-12-31',
    'confirmed',
    'Punktwert ZE ab 01.01.2020 (+3,0 %), dzw.de',
  ),
  all(
    'ZE',
    9_297,
    '2019-01-01',
    '2019-12-31',
    'confirmed',
    'Punktwert ZE 2019 (+2,64 %), quintessence-publishing.com',
  ),
  all(
    'IPFU',
    13_200,
    '2024-01-01',
    '2025-12-31',
    'read',
    'pkv-institut.de: FLA mit 14 Punkten „etwa 18,50 Euro“ (2024); jede KZV hat eigene Werte',
  ),
  all(
    'IPFU',
    14_000,
    '2026-01-01',
    null,
    'read',
    'zwp-online.info: „ein Punkt etwa 1,40 €“ (2026); jede KZV hat eigene Werte',
  ),
  ...(['KCH', 'PAR', 'KB'] as const).map((area) =>
    all(area, 12_800, '2026-01-01', null, 'derived', OF_1_40),
  ),
  ...(['KCH', 'PAR', 'KB'] as const).map((area) =>
    all(area, 12_070, '2024-01-01', '2025-12-31', 'derived', OF_1_32),
  ),
  all('KFO', 11_300, '2026-01-01', null, 'derived', OF_1_40),
  be('KCH', 10_000),
  be('IPFU', 10_900),
  be('KFO', 8_800),
  ...(['KCH', 'PAR', 'KB'] as const).flatMap((area) => [
    beOf('AOK', area, 10_040),
    {
      ...beOf('IKK', area, 10_040),
      mark: 'read' as const,
      source: `${BE_2016}; später im Jahr 1,0080`,
    },
  ]),
  beOf('AOK', 'IPFU', 10_940),
  beOf('IKK', 'IPFU', 10_930),
  beOf('AOK', 'KFO', 8_833),
  beOf('IKK', 'KFO', 8_900),
  ...(['KCH', 'PAR', 'KB'] as const).flatMap((area) => wl(area, 8_904)),
  ...wl('IPFU', 9_032),
  ...wl('KFO', 7_252),
];
