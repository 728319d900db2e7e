// Why a rule fired: the services, notes and plans it stands on, and what speaks against it in general.

import { doneIn } from '../snapshot/note-reading.ts';
import type { Regel } from '../../../shared/analytics/billing/rule.ts';
import { liesMuster, type Bedingung } from '../../../shared/analytics/billing/rule-language.ts';
import type { Beleg, Gegengrund } from '../../../shared/analytics/billing/proposal.ts';
import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import { tagText } from '../snapshot/calendar.ts';
import type { Lage } from './day-state.ts';
import type { Uebersetzt } from './compiled-rules.ts';

const MEISTE = 6;
const leistung = (k: Lage, i: number, was: 'heute' | 'zuletzt'): Beleg => ({
  was,
  system: k.m.buch.systeme[k.code[i]!]!,
  nr: k.m.buch.nummern[k.code[i]!]!,
  tag: tagText(k.tage[i]!),
  zahn: k.m.text('leistung', 'zahn', k.m.bild.L.roh[k.stelle[i]!]!),
  text: '',
});
function muster(b: Bedingung | null, found: string[] = []): string[] {
  if (b?.art === 'notiz' && !b.verneint) found.push(b.muster);
  else if (b?.art === 'und' || b?.art === 'oder') for (const one of b.teile) muster(one, found);
  return found;
}
/** The clause that says it was done, no longer than it takes to judge it. */
const MAX_CLAUSE = 120;
function stelle(notiz: string, wort: string): string | undefined {
  const hit = doneIn(notiz, liesMuster(wort));
  if (hit === null) return undefined;
  return hit.clause.length <= MAX_CLAUSE ? hit.clause : hit.text;
}
/** Most certainty that a finding may have which rests on words of a note. */
const MAX_NOTE_CONFIDENCE = 0.6;
/** How sure a finding is: no more than a note can prove where it rests on one. */
export function confidenceOf(regel: Regel, belege: readonly Beleg[]): number {
  const isFromNote = regel.art !== 'PRUEFUNG' && belege.some((one) => one.was === 'notiz');
  return isFromNote ? Math.min(regel.konfidenz, MAX_NOTE_CONFIDENCE) : regel.konfidenz;
}

export function belegeVon(g: Uebersetzt, k: Lage): Beleg[] {
  const found: Beleg[] = [];
  if (g.heute) {
    const rows: number[] = [];
    for (let i = k.a; i < k.b; i += 1)
      if (g.heute[k.code[i]!] === 1 && (g.ausHistorie || g.zahnListe || k.passt(i, g.ort, true)))
        rows.push(i);
    const own =
      g.jeZeile && k.zeile >= 0
        ? [k.zeile]
        : rows.sort((x, y) => (idVon(k, x) < idVon(k, y) ? -1 : 1));
    for (const i of own.slice(0, MEISTE)) found.push(leistung(k, i, 'heute'));
  }
  for (const { menge, fenster, bezug } of g.historieNoetig) {
    const from = k.von(fenster),
      at = from === null ? -1 : k.davor(menge, from, bezug, true);
    if (at >= 0) found.push(leistung(k, at, 'zuletzt'));
  }
  for (const { menge, bezug, marke } of g.historieKeine) {
    const at = k.davor(menge, -2_000_000_000, bezug, true),
      system =
        marke.system === 'HKP' || marke.system === 'KVA' || marke.system === 'TERMIN'
          ? null
          : marke.system;
    found.push(
      at >= 0
        ? leistung(k, at, 'zuletzt')
        : { was: 'fehlt', system, nr: marke.muster, tag: null, zahn: '', text: '' },
    );
  }
  const notiz = k.notiz();
  for (const wort of muster(g.gelesen.zusatz)) {
    const text = notiz === '' ? undefined : stelle(notiz, wort);
    if (text !== undefined)
      found.push({ was: 'notiz', system: null, nr: '', tag: tagText(k.tag), zahn: '', text });
  }
  const plan =
    g.jePlan || g.brauchtPlan || g.anlaesse.some((one) => one !== 'TERMIN')
      ? g.brauchtPlan
        ? k.laufenderPlan()
        : k.tagesplan()
      : -1;
  if (plan >= 0)
    found.push({
      was: 'plan',
      system: null,
      nr: k.m.text('hkp', 'bezeichnung', plan),
      tag: tagText(k.m.spalte('hkp', 'erstelltAm')[plan]!),
      zahn: '',
      text: HKP_STATUS[k.m.spalte('hkp', 'status')[plan]!] ?? '',
    });
  const fall = [...g.gelesen.namen].some(
    (name) =>
      name.startsWith('par.') ||
      name.startsWith('plan.') ||
      name.startsWith('case.') ||
      name.startsWith('upt.'),
  )
    ? k.parfall()
    : -1;
  if (fall >= 0)
    found.push({
      was: 'plan',
      system: null,
      nr: 'PAR',
      tag: tagText(k.m.spalte('parfall', 'erstelltAm')[fall]!),
      zahn: '',
      text: HKP_STATUS[k.m.spalte('parfall', 'status')[fall]!] ?? '',
    });
  const once = new Set<string>();
  return found.filter((one) => {
    const key = `${one.was} ${one.system} ${one.nr} ${one.tag} ${one.zahn} ${one.text}`;
    if (once.has(key)) return false;
    once.add(key);
    return true;
  });
}
export const idVon = (k: Lage, i: number): string =>
  k.m.id('leistung', k.m.bild.L.roh[k.stelle[i]!]!);

export function gegenVon(g: Uebersetzt, zahn: string, istVertretung: boolean): Gegengrund[] {
  const found: Gegengrund[] = [],
    { regel } = g;
  if (
    regel.art !== 'PRUEFUNG' &&
    regel.kasse !== 'PKV' &&
    (regel.historieKeine.length > 0 || /\b(?:count|abstand)\(/.test(regel.zusatz))
  )
    found.push('nurEigeneDaten');
  if (regel.art !== 'PRUEFUNG' && regel.konfidenz < 0.6) found.push('schwacheRegel');
  if (istVertretung) found.push('vertretung');
  if (zahn === '' && regel.art === 'VERGESSEN' && g.jeZahn) found.push('ohneZahn');
  return found;
}
