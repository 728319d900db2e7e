// Every report by its path: who may read it, what it answers beside the filter, and who makes it.

import type { PolicyName } from '../../http/policy.ts';
import { umsatzBerichte } from './umsatz.ts';
import type { Macher } from './art.ts';

export interface BerichtEintrag {
  pfad: string;
  policy: PolicyName;
  summary: string;
  /** Names of the words asked beside the filter. */
  extra: readonly string[];
  /** Shows patients, so that the look is noted. */
  zeigtPatienten: boolean;
  mache: Macher;
}
const zahlen = (pfad: string, summary: string, mache: Macher): BerichtEintrag => ({ pfad, policy: 'report.read', summary, extra: [], zeigtPatienten: false, mache });

export const BERICHTE: readonly BerichtEintrag[] = [
  zahlen('umsatz/zeitreihe', 'Revenue over time with comparison and target', umsatzBerichte['umsatz/zeitreihe']!),
  zahlen('umsatz/behandler', 'Revenue and hours by practitioner', umsatzBerichte['umsatz/behandler']!),
  zahlen('umsatz/zimmer', 'Revenue and open hours by room', umsatzBerichte['umsatz/zimmer']!),
  zahlen('umsatz/bereiche', 'Revenue by area', umsatzBerichte['umsatz/bereiche']!),
  zahlen('umsatz/kostentraeger', 'Revenue by payer', umsatzBerichte['umsatz/kostentraeger']!),
  zahlen('umsatz/leistungen', 'Revenue by position', umsatzBerichte['umsatz/leistungen']!),
  zahlen('umsatz/labor', 'Laboratory costs over time', umsatzBerichte['umsatz/labor']!),
  zahlen('umsatz/wochentag', 'Revenue by weekday and hour', umsatzBerichte['umsatz/wochentag']!),
];
