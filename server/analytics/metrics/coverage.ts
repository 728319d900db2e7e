// From which day on the deliveries hold what a figure counts: what reaches further back is compared with nothing.

import { VORLAUF_MONATE, zeigtStand } from '../../../shared/analytics/reports/figures.ts';
import type { Auswahl } from '../snapshot/selection.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { plusMonate } from '../snapshot/calendar.ts';
import { plaeneNachTag, rechnungenNachTag } from './row-index.ts';
import { termine } from './appointments.ts';

/** Whose first delivered day counts for a figure; services for any that is not named. */
const PLAENE: readonly string[] = [
  'hkpAnnahme',
  'hkpAnnahmeWert',
  'patientenAnnahme',
  'behandlungsAnnahme',
  'hkpOffen',
];
const RECHNUNGEN: readonly string[] = [
  'offenePosten',
  'offen0bis30',
  'offen31bis60',
  'offen61bis90',
  'offenUeber90',
  'ueberfaelligePosten',
  'dso',
  'factoringquote',
  'forderungsausfall',
  'beanstandungsquote',
];
const BEIDES: readonly string[] = [
  'stundensatz',
  'behandlungsstunden',
  'umsatzJeTermin',
  'umsatzJeZimmerstunde',
  'dokumentationsluecke',
];

/** First day of which a service or an appointment was delivered. */
const ersterTag = ({ L, T }: Bild): number => Math.min(L.tag[0] ?? Infinity, T.tag[0] ?? Infinity);
/** First delivered day of what a figure counts; Infinity where nothing was delivered. */
function beginnVon(bild: Bild, key: string): number {
  const { L, T } = bild;
  const leistung = L.tag[0] ?? ersterTag(bild);
  const termin = T.tag[0] ?? ersterTag(bild);
  if (PLAENE.includes(key)) return Math.min(plaeneNachTag(bild).tag[0] ?? Infinity, leistung);
  if (RECHNUNGEN.includes(key))
    return Math.min(rechnungenNachTag(bild).tag[0] ?? Infinity, leistung);
  if (key === 'terminqualitaet' || BEIDES.includes(key)) return Math.max(leistung, termin);
  return key in termine ? termin : leistung;
}
/** The first delivered day, where a figure of a choice would have to look at days before it; undefined where it sees all. */
export function unbelegtBis(key: string, a: Auswahl): number | undefined {
  const beginn = beginnVon(a.bild, key);
  const from = plusMonate(zeigtStand(key) ? a.stichtag : a.von, -(VORLAUF_MONATE[key] ?? 0));
  return Number.isFinite(beginn) && from < beginn ? beginn : undefined;
}
