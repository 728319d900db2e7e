// Values of a BEMA point by association, kind of insurer and area, each with its days, source and how sure it is; a practice enters its own beside them.

import type { PunktwertArea } from '../../shared/praxiswert.ts';
import type { Mark, Valid } from '../position.ts';

export type { PunktwertArea };
export interface Punktwert extends Valid {
  /** Word of the association (`be`), null for all. */
  readonly region: string | null;
  /** Kind of insurer, null for all. */
  readonly kassenart: string | null;
  readonly area: PunktwertArea;
  /** Ten-thousandths of a euro for one point: 11844 is 1.1844 €. */
  readonly value: number;
  readonly mark: Mark;
  readonly source: string;
}
const all = (area: PunktwertArea, value: number, from: string | null, to: string | null, mark: Mark, source: string): Punktwert => ({ region: null, kassenart: null, area, value, from, to, mark, source });
const be = (area: PunktwertArea, value: number): Punktwert => ({ region: 'be', kassenart: null, area, value, from: '2016-01-01', to: '2016-12-31', mark: 'read', source: 'Rundschreiben der KZV Berlin 2016, gerundet' });
const OF_1_40 = 'abgeleitet aus 1,40 € für IP (2026) und dem Verhältnis der Bereiche in Berlin 2016; jede KZV hat eigene Werte';

export const PUNKTWERTE: readonly Punktwert[] = [
  all('ZE', 11_844, '2026-01-01', null, 'confirmed', 'bundeseinheitlicher Punktwert ZE ab 01.01.2026 (+4,78 %), implantate.com'),
  all('ZE', 11_304, '2025-01-01', '2025-12-31', 'confirmed', 'bundeseinheitlicher Punktwert ZE 2025, implantate.com'),
  all('IPFU', 14_000, '2026-01-01', null, 'read', 'zwp-online.info: „ein Punkt etwa 1,40 €“ (2026); jede KZV hat eigene Werte'),
  ...(['KCH', 'PAR', 'KB'] as const).map(area => all(area, 12_800, '2026-01-01', null, 'derived', OF_1_40)),
  all('KFO', 11_300, '2026-01-01', null, 'derived', OF_1_40),
  be('KCH', 10_000), be('IPFU', 10_900), be('KFO', 8_800),
];
