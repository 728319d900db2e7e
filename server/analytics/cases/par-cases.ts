// Perio cases for the work list, read from the image: their days, the sessions of support that were done, and whether an appointment for them is in the book.

import { HKP_STATUS, PAR_GRAD } from '../../../shared/analytics/deliveries/pvs.ts';
import { isParOpen, type ParFall } from '../../../shared/analytics/reports/par-list.ts';
import { GRUPPE, S, SYSTEM, type Bild } from '../snapshot/snapshot.ts';
import { LEER, tagOderNull, tagText } from '../snapshot/calendar.ts';
import { istPosition } from '../metrics/walks.ts';
import { idVon, nameVon } from '../reports/report-kind.ts';

/** An appointment for something else says nothing about the next step; one whose kind nobody told may be for it. */
const PASSEND: ReadonlySet<number> = new Set([
  GRUPPE.PAR,
  GRUPPE.UPT,
  GRUPPE.PROPHYLAXE,
  GRUPPE.RECALL,
  GRUPPE.SONSTIGE,
]);
const WORT = [
  'gesendetAm',
  'genehmigtAm',
  'atgAm',
  'mhuAm',
  'aitVon',
  'aitBis',
  'bevAm',
  'cptAm',
  'uptVon',
  'uptBis',
  'abgeschlossenAm',
] as const;
/** Whether a case goes on, by its place: nobody ended it and its plan was neither refused nor dropped. */
export function istParOffen({ roh }: Bild): (at: number) => boolean {
  const { status, abgeschlossenAm } = roh.tabellen.parfall.spalten;
  return (at) =>
    isParOpen({
      status: HKP_STATUS[status![at]!] ?? null,
      abgeschlossenAm: tagOderNull(abgeschlossenAm![at]!),
    });
}

/** Cases that go on: nobody works with the others. @param zu numbers of closed records @param nur one case by its id */
export function parfaelle(bild: Bild, zu: readonly string[], nur: string | undefined): ParFall[] {
  const { roh, lebende, akte, L, T, heute } = bild,
    c = roh.tabellen.parfall.spalten,
    ids = roh.tabellen.patient.ids,
    isUpt = istPosition(bild, SYSTEM.BEMA, /^UPTA$/),
    closed = new Set(zu),
    istOffen = istParOffen(bild),
    found: ParFall[] = [];
  const word = (name: string, at: number): string | null =>
      c[name]![at] === LEER ? null : tagText(c[name]![at]!),
    count = (name: string, at: number): number | null =>
      c[name]![at] === LEER ? null : c[name]![at]!;
  for (const at of lebende.parfall) {
    const given = c['patid']![at]!,
      status = c['status']![at]!,
      id = idVon(bild, 'parfall', at) ?? '';
    if (
      given < 0 ||
      !istOffen(at) ||
      (nur !== undefined && id !== nur) ||
      closed.has(ids[given]!) ||
      closed.has(ids[akte[given]!]!)
    )
      continue;
    const p = akte[given]!,
      from = c['erstelltAm']![at]!,
      days = new Set<number>();
    for (let g = L.nachPatient.from[p]!; g < L.nachPatient.from[p + 1]!; g += 1) {
      const i = L.nachPatient.rows[g]!;
      if (from !== LEER && L.tag[i]! >= from && isUpt(i)) days.add(L.tag[i]!);
    }
    let hatTermin = false;
    for (
      let g = T.nachPatient.from[p + 1]! - 1;
      g >= T.nachPatient.from[p]! && !hatTermin;
      g -= 1
    ) {
      const t = T.nachPatient.rows[g]!;
      hatTermin =
        T.tag[t]! >= heute &&
        (T.status[t] === S.GEPLANT || T.status[t] === S.BESTAETIGT) &&
        PASSEND.has(T.gruppe[t]!);
    }
    const who = c['behandler']![at]!;
    found.push({
      ...(Object.fromEntries(WORT.map((name) => [name, word(name, at)])) as Record<
        (typeof WORT)[number],
        string | null
      >),
      erstelltAm: word('erstelltAm', at) ?? '',
      id,
      patid: ids[p]!,
      status: HKP_STATUS[status] ?? null,
      grad: PAR_GRAD[c['grad']![at]!] ?? null,
      letzteUpt: days.size === 0 ? null : tagText(Math.max(...days)),
      uptAnzahl: days.size,
      hatTermin,
      behandler: who < 0 ? null : nameVon(bild, 'behandler', who),
      behandlerId: who < 0 ? null : idVon(bild, 'behandler', who),
      wert: Number.isNaN(c['wert']![at]!) ? null : c['wert']![at]!,
      einwurzelig: count('zaehneEinwurzelig', at),
      mehrwurzelig: count('zaehneMehrwurzelig', at),
    });
  }
  return found;
}
