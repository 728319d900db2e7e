// The day for the morning meeting: appointments with what to know, planned revenue, gaps, plans, recalls, new patients, failures, unbilled and team. The day is the first of the filter.

import { TERMIN_STATUS, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import {
  auswahlVon,
  imZeitraum,
  jederT,
  passtBehandler,
  type Auswahl,
} from '../snapshot/selection.ts';
import { S } from '../snapshot/snapshot.ts';
import {
  alterAm,
  berlinTag,
  ersterDesMonats,
  LEER,
  monatVon,
  tagOderNull,
  tagText,
} from '../snapshot/calendar.ts';
import { zielImZeitraum } from '../metrics/money.ts';
import { jedeLuecke, wiederBelegt, type Luecke } from '../metrics/gaps.ts';
import { jederOffenePosten } from '../metrics/plans.ts';
import { istOffen } from '../metrics/cutoff-day.ts';
import { jederOffeneRecall, jederZuVereinbarende } from '../metrics/recalls.ts';
import {
  centsVon,
  istAbgesagt,
  istAusgefallen,
  naechsteTermine,
  naechsterTermin,
} from '../metrics/walks.ts';
import {
  eur,
  idVon,
  nameVon,
  patientenName,
  rund,
  spalte,
  type Kontext,
  type Macher,
  type Zeile,
} from './report-kind.ts';
import { gueltigBis, istAbgelaufen } from './extended-more.ts';
import { hinweisZu, regionDer, werktage } from '../snapshot/working-days.ts';
import { erwarteterWert } from './revenue-more.ts';
import { gesamt } from './revenue.ts';

export const uhrzeit = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const tagVonFilter = (k: Kontext, tag = k.a.von): Auswahl => imZeitraum(k.a, tag, tag);
/** Everything of all practitioners: whether a patient has a plan does not depend on whose chair they sit in. */
const ohneFilter = (k: Kontext): Auswahl =>
  auswahlVon(
    k.a.bild,
    {
      ...k.filter,
      behandler: [],
      zimmer: [],
      teams: [],
      stempel: [],
      versicherung: [],
      bereich: [],
      terminart: [],
      termingruppe: [],
    },
    k.a.ziele,
  );
/** Plans of each patient that are open or approved and not done. */
function plaeneVon(k: Kontext): Map<number, number[]> {
  const c = k.a.bild.roh.tabellen.hkp.spalten,
    found = new Map<number, number[]>();
  for (const at of k.a.bild.lebende.hkp) {
    const p = c['patid']![at]!,
      status = c['status']![at]!;
    if (
      p < 0 ||
      !(
        istOffen(status) ||
        (status >= HKP_STATUS.indexOf('ANGENOMMEN_OHNE_KASSE') &&
          status <= HKP_STATUS.indexOf('IN_ARBEIT'))
      )
    )
      continue;
    const root = k.a.bild.akte[p]!,
      list = found.get(root);
    if (list) list.push(at);
    else found.set(root, [at]);
  }
  return found;
}
const patientSpalten = [
  spalte('patid', 'Patient', 'patient'),
  spalte('name', 'Name', 'text'),
] as const;
const person = (k: Kontext, p: number): { patid: string | null; name: string } => ({
  patid: idVon(k.a.bild, 'patient', p),
  name: patientenName(k.a.bild, p),
});

const tag: Macher = (k) => {
  const { bild } = k.a,
    { T, B } = bild,
    plans = plaeneVon(k),
    overdue = new Set<number>(),
    open = new Set<number>(),
    all = ohneFilter(k),
    zeilen: Zeile[] = [],
    erst = bild.roh.tabellen.patient.spalten['erstbesuch']!;
  jederOffeneRecall(
    all,
    (_at, p) => {
      overdue.add(p);
    },
    -Infinity,
    k.a.von - 1,
  );
  jederOffenePosten(imZeitraum(all, k.a.von, k.a.von), (at, cents) => {
    if (cents > 0 && bild.R.pat[at]! >= 0) open.add(bild.R.pat[at]!);
  });
  jederT(tagVonFilter(k), (i) => {
    const p = T.pat[i]!,
      first = B.from[p]! < B.from[p + 1]! ? B.tag[B.from[p]!]! : Infinity;
    zeilen.push({
      id: idVon(bild, 'termin', T.roh[i]!),
      zeit: uhrzeit(T.minute[i]!),
      dauer: T.dauer[i]!,
      ...person(k, p),
      terminart: nameVon(bild, 'terminarten', T.terminart[i]!),
      behandler: nameVon(bild, 'behandler', T.behandler[i]!),
      zimmer: nameVon(bild, 'zimmer', T.zimmer[i]!),
      status: TERMIN_STATUS[T.status[i]!]!,
      neu: first >= T.tag[i]! && (erst[p] === LEER || erst[p]! >= T.tag[i]!),
      hkpOffen: plans.has(p),
      recallUeberfaellig: overdue.has(p),
      rechnungOffen: open.has(p),
    });
  });
  zeilen.sort((x, y) => (String(x['zeit']) < String(y['zeit']) ? -1 : 1));
  return {
    spalten: [
      spalte('zeit', 'Zeit', 'uhrzeit'),
      spalte('dauer', 'Dauer', 'minuten'),
      ...patientSpalten,
      spalte('terminart', 'Terminart', 'text'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('zimmer', 'Zimmer', 'text'),
      spalte('status', 'Stand', 'wort'),
      spalte('neu', 'Neu', 'janein'),
      spalte('hkpOffen', 'Offener Plan', 'janein'),
      spalte('recallUeberfaellig', 'Recall überfällig', 'janein'),
      spalte('rechnungOffen', 'Rechnung offen', 'janein'),
    ],
    zeilen,
  };
};
const umsatz: Macher = (k) => {
  const day = tagVonFilter(k),
    { T } = k.a.bild,
    worth = erwarteterWert(k.a, k.a.von),
    month = monatVon(k.a.von),
    von = ersterDesMonats(month),
    bis = ersterDesMonats(month + 1) - 1,
    target = k.a.ziele.get('umsatz'),
    which = k.filter.kennzahl;
  let planned = 0;
  jederT(day, (i) => {
    if (!istAbgesagt(T.status[i]!) && T.status[i] !== S.NICHT_ERSCHIENEN)
      planned += worth(T.terminart[i]!, T.behandler[i]!);
  });
  const sofar = gesamt(imZeitraum(k.a, von, k.a.von))[which],
    region = regionDer(k.stand),
    gone = werktage(von, k.a.von, region);
  const row = {
    geplant: eur(planned),
    ist: eur(gesamt(day)[which]),
    ziel:
      target === undefined
        ? null
        : rund(zielImZeitraum({ von, bis }, target) / Math.max(1, werktage(von, bis, region)), 2),
    monatBisher: eur(sofar),
    monatHochrechnung: gone === 0 ? null : eur((sofar / gone) * werktage(von, bis, region)),
    monatZiel: target ?? null,
  };
  return {
    spalten: [
      spalte('geplant', 'Geplant', 'eur'),
      spalte('ist', 'Bisher', 'eur'),
      spalte('ziel', 'Tagesziel', 'eur'),
      spalte('monatBisher', 'Monat bisher', 'eur'),
      spalte('monatHochrechnung', 'Monat hochgerechnet', 'eur'),
      spalte('monatZiel', 'Monatsziel', 'eur'),
    ],
    zeilen: [row],
    hinweise: hinweisZu(region),
  };
};
/** Who could fill a gap: waiting list first, then approved plans, then overdue recalls; nobody who is coming anyway. */
function kandidaten(k: Kontext): (l: Luecke) => { p: number; grund: string }[] {
  const { bild } = k.a,
    { roh, lebende, akte } = bild,
    w = roh.tabellen.warteliste.spalten,
    list: { p: number; grund: string; minuten: number; bis: number; behandler: number }[] = [],
    h = roh.tabellen.hkp.spalten,
    arten = roh.tabellen.terminarten.spalten;
  const next = naechsteTermine(bild, k.a.von),
    free = (p: number): boolean => next[p]! < 0;
  for (const at of lebende.warteliste) {
    const p = w['patid']![at]!,
      art = w['terminart']![at]!;
    if (p >= 0)
      list.push({
        p: akte[p]!,
        grund: 'WARTELISTE',
        minuten:
          w['dauerMin']![at] !== LEER
            ? w['dauerMin']![at]!
            : art >= 0 && arten['dauerMin']![art] !== LEER
              ? arten['dauerMin']![art]!
              : 30,
        bis: w['bis']![at] === LEER ? Infinity : w['bis']![at]!,
        behandler: w['behandler']![at]!,
      });
  }
  for (const at of lebende.hkp) {
    const p = h['patid']![at]!;
    if (
      p >= 0 &&
      h['status']![at] === HKP_STATUS.indexOf('GENEHMIGT') &&
      !istAbgelaufen(bild, at, k.a.von) &&
      free(akte[p]!)
    )
      list.push({
        p: akte[p]!,
        grund: 'HKP_GENEHMIGT',
        minuten: 60,
        bis: Infinity,
        behandler: h['behandler']![at]!,
      });
  }
  // Everybody once: who was taken for one gap is taken for none else.
  const seen = new Uint8Array(next.length);
  jederZuVereinbarende(
    ohneFilter(k),
    (_at, p) => {
      if (seen[p] === 0) {
        seen[p] = 1;
        list.push({ p, grund: 'RECALL', minuten: 30, bis: Infinity, behandler: -1 });
      }
    },
    -Infinity,
    k.a.von - 1,
    k.a.von,
  );
  const used = new Set<number>();
  return (l) => {
    const found: { p: number; grund: string }[] = [];
    for (const one of list) {
      if (found.length === 3) break;
      if (
        used.has(one.p) ||
        one.minuten > l.bis - l.von ||
        one.bis < l.tag ||
        (one.behandler >= 0 && one.behandler !== l.behandler)
      )
        continue;
      used.add(one.p);
      found.push({ p: one.p, grund: one.grund });
    }
    return found;
  };
}
const luecken: Macher = (k) => {
  const candidates = kandidaten(k),
    zeilen: Zeile[] = [];
  jedeLuecke(imZeitraum(k.a, k.a.von, k.a.von + 1), 30, (l) => {
    const base = {
        tag: tagText(l.tag),
        von: uhrzeit(l.von),
        bis: uhrzeit(l.bis),
        minuten: l.bis - l.von,
        behandler: nameVon(k.a.bild, 'behandler', l.behandler),
        zimmer: nameVon(k.a.bild, 'zimmer', l.zimmer),
      },
      who = candidates(l);
    if (who.length === 0) zeilen.push({ ...base, patid: null, name: '', grund: null });
    for (const { p, grund } of who) zeilen.push({ ...base, ...person(k, p), grund });
  });
  return {
    spalten: [
      spalte('tag', 'Tag', 'tag'),
      spalte('von', 'Von', 'uhrzeit'),
      spalte('bis', 'Bis', 'uhrzeit'),
      spalte('minuten', 'Minuten', 'minuten'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('zimmer', 'Zimmer', 'text'),
      ...patientSpalten,
      spalte('grund', 'Warum diese Person', 'wort'),
    ],
    zeilen,
  };
};
/** Patients of the day, once each, with the minute of their first appointment. */
function patientenDesTages(k: Kontext): Map<number, number> {
  const { T } = k.a.bild,
    found = new Map<number, number>();
  jederT(tagVonFilter(k), (i) => {
    if (!istAbgesagt(T.status[i]!) && !found.has(T.pat[i]!)) found.set(T.pat[i]!, T.minute[i]!);
  });
  return found;
}
const hkp: Macher = (k) => {
  const { bild } = k.a,
    c = bild.roh.tabellen.hkp.spalten,
    plans = plaeneVon(k),
    zeilen: Zeile[] = [];
  for (const [p, minute] of patientenDesTages(k))
    for (const at of plans.get(p) ?? []) {
      const until = gueltigBis(bild, at);
      zeilen.push({
        id: idVon(bild, 'hkp', at),
        zeit: uhrzeit(minute),
        ...person(k, p),
        status: istAbgelaufen(bild, at, k.a.von) ? 'ABGELAUFEN' : HKP_STATUS[c['status']![at]!]!,
        bezeichnung: bild.roh.tabellen.hkp.text('bezeichnung', at),
        gesamt: eur(centsVon(c['gesamt']![at]!)),
        gueltigBis: tagOderNull(until),
        laeuftAb: until !== LEER && until <= k.a.von + 45,
      });
    }
  return {
    spalten: [
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientSpalten,
      spalte('status', 'Stand', 'wort'),
      spalte('bezeichnung', 'Plan', 'text'),
      spalte('gesamt', 'Summe', 'eur'),
      spalte('gueltigBis', 'Gilt bis', 'tag'),
      spalte('laeuftAb', 'Läuft in 45 Tagen ab', 'janein'),
    ],
    zeilen,
  };
};
const recall: Macher = (k) => {
  const { bild } = k.a,
    today = patientenDesTages(k),
    isToday = new Uint8Array(bild.roh.tabellen.patient.anzahl),
    recalls = new Map<number, { at: number; due: number }>(),
    zeilen: Zeile[] = [],
    text = (at: number): string => bild.roh.tabellen.recall.text('art', at);
  for (const p of today.keys()) if (p >= 0) isToday[p] = 1;
  // The earliest come first.
  jederOffeneRecall(ohneFilter(k), (at, p, due) => {
    if (isToday[p] === 1 && !recalls.has(p)) recalls.set(p, { at, due });
  });
  for (const [p, minute] of today)
    if (naechsterTermin(bild, p, k.a.von + 1) < 0) {
      const next = recalls.get(p);
      zeilen.push({
        grund: 'HEUTE_OHNE_FOLGETERMIN',
        zeit: uhrzeit(minute),
        ...person(k, p),
        art: next ? text(next.at) : '',
        faelligAm: next ? tagText(next.due) : null,
      });
    }
  jederZuVereinbarende(
    ohneFilter(k),
    (at, p, due) => {
      if (isToday[p] === 0)
        zeilen.push({
          grund: 'FAELLIG',
          zeit: null,
          ...person(k, p),
          art: text(at),
          faelligAm: tagText(due),
        });
    },
    k.a.von,
    k.a.von + 6,
    k.a.von,
  );
  return {
    spalten: [
      spalte('grund', 'Warum', 'wort'),
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientSpalten,
      spalte('art', 'Recall', 'wort'),
      spalte('faelligAm', 'Fällig', 'tag'),
    ],
    zeilen,
  };
};
const neupatienten: Macher = (k) => {
  const { bild } = k.a,
    { B } = bild,
    p0 = bild.roh.tabellen.patient,
    zeilen: Zeile[] = [];
  for (const [p, minute] of patientenDesTages(k)) {
    const first = B.from[p]! < B.from[p + 1]! ? B.tag[B.from[p]!]! : Infinity,
      erst = p0.spalten['erstbesuch']![p]!;
    if (first >= k.a.von && (erst === LEER || erst >= k.a.von))
      zeilen.push({
        zeit: uhrzeit(minute),
        ...person(k, p),
        quelle: p0.text('quelle', p),
        alter:
          p0.spalten['geburtsdatum']![p] === LEER
            ? null
            : alterAm(p0.spalten['geburtsdatum']![p]!, k.a.von),
      });
  }
  return {
    spalten: [
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientSpalten,
      spalte('quelle', 'Woher', 'text'),
      spalte('alter', 'Alter', 'zahl'),
    ],
    zeilen,
  };
};
const ausfaelle: Macher = (k) => {
  const { bild } = k.a,
    { T } = bild,
    zeilen: Zeile[] = [];
  const tell = (i: number): void => {
    const refilled = wiederBelegt(bild, i);
    zeilen.push({
      id: idVon(bild, 'termin', T.roh[i]!),
      tag: tagText(T.tag[i]!),
      zeit: uhrzeit(T.minute[i]!),
      ...person(k, T.pat[i]!),
      terminart: nameVon(bild, 'terminarten', T.terminart[i]!),
      status: TERMIN_STATUS[T.status[i]!]!,
      minuten: T.dauer[i]!,
      wiederBelegt: refilled > 0 && refilled >= T.dauer[i]!,
    });
  };
  // What was cancelled since yesterday, whenever it would have been, and who did not come yesterday or today.
  jederT(imZeitraum(k.a, k.a.von - 1, k.a.von + 180), (i) => {
    const cancelled = Number.isNaN(T.absage[i]) ? LEER : berlinTag(T.absage[i]!);
    if (
      istAusgefallen(T.status[i]!) &&
      (T.tag[i]! <= k.a.von || (cancelled >= k.a.von - 1 && cancelled <= k.a.von))
    )
      tell(i);
  });
  return {
    spalten: [
      spalte('tag', 'Tag', 'tag'),
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientSpalten,
      spalte('terminart', 'Terminart', 'text'),
      spalte('status', 'Stand', 'wort'),
      spalte('minuten', 'Minuten', 'minuten'),
      spalte('wiederBelegt', 'Wieder belegt', 'janein'),
    ],
    zeilen,
  };
};
/** Appointments kept on the last day before with appointments kept, without a service or without a note of that day. */
const unabgerechnet: Macher = (k) => {
  const { bild } = k.a,
    { T, B } = bild,
    notes = new Set<string>(),
    n = bild.roh.tabellen.tagesnotiz,
    zeilen: Zeile[] = [];
  let day = LEER;
  jederT(imZeitraum(k.a, k.a.von - 14, k.a.von - 1), (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) day = Math.max(day, T.tag[i]!);
  });
  if (day !== LEER) {
    for (let at = 0; at < n.anzahl; at += 1)
      if (n.zustand[at] === 1 && n.spalten['datum']![at] === day && n.spalten['patid']![at]! >= 0)
        notes.add(String(bild.akte[n.spalten['patid']![at]!]));
    jederT(tagVonFilter(k, day), (i) => {
      if (T.status[i] !== S.WAHRGENOMMEN) return;
      const without = T.besuch[i]! < 0 || B.hatLeistung[T.besuch[i]!] === 0,
        noNote = !notes.has(String(T.pat[i]));
      if (without || noNote)
        zeilen.push({
          id: idVon(bild, 'termin', T.roh[i]!),
          tag: tagText(day),
          zeit: uhrzeit(T.minute[i]!),
          ...person(k, T.pat[i]!),
          terminart: nameVon(bild, 'terminarten', T.terminart[i]!),
          behandler: nameVon(bild, 'behandler', T.behandler[i]!),
          ohneLeistung: without,
          ohneEintrag: noNote,
        });
    });
  }
  return {
    spalten: [
      spalte('tag', 'Tag', 'tag'),
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientSpalten,
      spalte('terminart', 'Terminart', 'text'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('ohneLeistung', 'Ohne Leistung', 'janein'),
      spalte('ohneEintrag', 'Ohne Eintrag', 'janein'),
    ],
    zeilen,
  };
};
const team: Macher = (k) => {
  const { bild } = k.a,
    a = bild.roh.tabellen.arbeitszeit,
    m = bild.roh.tabellen.mitarbeiter,
    f = bild.roh.tabellen.fehlzeit.spalten,
    zeilen: Zeile[] = [];
  for (const at of bild.roh.lebende('arbeitszeit')) {
    const b = a.spalten['behandler']![at]!;
    if (
      a.spalten['datum']![at] === k.a.von &&
      a.spalten['typ']![at] !== 2 &&
      passtBehandler(k.a, b)
    )
      zeilen.push({
        was: 'ANWESEND',
        name: nameVon(bild, 'behandler', b),
        von: uhrzeit(a.spalten['von']![at]!),
        bis: uhrzeit(a.spalten['bis']![at]!),
        hinweis:
          a.spalten['zimmer']![at]! < 0 ? '' : nameVon(bild, 'zimmer', a.spalten['zimmer']![at]!),
      });
  }
  const isHere = (who: number): boolean =>
    who >= 0 &&
    m.spalten['eintritt']![who]! <= k.a.von &&
    (m.spalten['austritt']![who] === LEER || m.spalten['austritt']![who]! >= k.a.von);
  for (const at of bild.lebende.fehlzeit)
    if (f['von']![at]! <= k.a.von && f['bis']![at]! >= k.a.von && isHere(f['mitarbeiter']![at]!))
      zeilen.push({
        was: 'ABWESEND',
        name: nameVon(bild, 'mitarbeiter', f['mitarbeiter']![at]!),
        von: null,
        bis: null,
        hinweis: '',
      });
  for (const at of bild.lebende.mitarbeiter) {
    const born = m.spalten['geburtsdatum']![at]!,
      left = m.spalten['austritt']![at]!;
    if (
      born !== LEER &&
      (left === LEER || left >= k.a.von) &&
      alterAm(born, k.a.von) > alterAm(born, k.a.von - 1)
    )
      zeilen.push({
        was: 'GEBURTSTAG',
        name: nameVon(bild, 'mitarbeiter', at),
        von: null,
        bis: null,
        hinweis: '',
      });
  }
  return {
    spalten: [
      spalte('was', 'Was', 'wort'),
      spalte('name', 'Name', 'text'),
      spalte('von', 'Von', 'uhrzeit'),
      spalte('bis', 'Bis', 'uhrzeit'),
      spalte('hinweis', 'Hinweis', 'text'),
    ],
    zeilen,
  };
};
export const heuteBerichte: Readonly<Record<string, Macher>> = {
  heute: tag,
  'heute/umsatz': umsatz,
  'heute/luecken': luecken,
  'heute/hkp': hkp,
  'heute/recall': recall,
  'heute/neupatienten': neupatienten,
  'heute/ausfaelle': ausfaelle,
  'heute/unabgerechnet': unabgerechnet,
  'heute/team': team,
};
