// What became of recalls, said once: key figures 36 to 38, reports, the tile of what waits and the work list walk here.

import { passtP, type Auswahl } from '../snapshot/selection.ts';
import { S, type Bild } from '../snapshot/snapshot.ts';
import { abStelle, gewaehlt, mitMarken } from '../snapshot/tables/sort-rows.ts';
import { LEBT } from '../snapshot/tables/column-table.ts';
import type { Definition } from './sink.ts';
import { einmal, recallsNachTag, stelleDesTermins, type Stellen } from './row-index.ts';
import { istAbgesagt, istAusgefallen, mitAktiven, naechsteTermine, warDa } from './walks.ts';

/** Nobody answered a recall yet, an appointment is made for it, or that was kept. */
export const RECALL = { OFFEN: 0, VEREINBART: 1, ERLEDIGT: 2 } as const;
/** By recall. An appointment that was cancelled or missed leaves it open, one that is not known here counts as made; without one its state is what the practice software says. */
export function recallStand(bild: Bild): Uint8Array {
  return einmal(bild, 'recallStand', () => {
    const t = bild.roh.tabellen.recall,
      { terminId, status } = t.spalten,
      place = stelleDesTermins(bild),
      found = new Uint8Array(t.anzahl);
    for (let at = 0; at < t.anzahl; at += 1) {
      const of = terminId![at]!,
        i = of < 0 ? -1 : place[of]!,
        became = i < 0 ? -1 : bild.T.status[i]!;
      found[at] =
        became === S.WAHRGENOMMEN
          ? RECALL.ERLEDIGT
          : i >= 0
            ? istAusgefallen(became) || istAbgesagt(became)
              ? RECALL.OFFEN
              : RECALL.VEREINBART
            : of >= 0 || status![at]! >= 1
              ? RECALL.VEREINBART
              : RECALL.OFFEN;
    }
    return found;
  });
}
/** Whether the practice does not lead a patient any more. */
export function istAusgeschieden({
  roh: {
    tabellen: {
      patient: { zustand, spalten },
    },
  },
}: Bild): (pat: number) => boolean {
  return (p) => zustand[p] === LEBT && spalten['aktiv']![p] === 0;
}

/** Calls back with each recall of a chosen patient that is due within days, the earliest first: its place, the patient, the day. */
export function jederRecall(
  a: Auswahl,
  visit: (at: number, pat: number, faellig: number) => void,
  von = -Infinity,
  bis = Infinity,
): void {
  jederVon(recallsNachTag(a.bild), a, visit, von, bis);
}
function jederVon(
  { rows, tag }: Stellen,
  a: Auswahl,
  visit: (at: number, pat: number, faellig: number) => void,
  von: number,
  bis: number,
): void {
  const { roh, akte } = a.bild,
    patid = roh.tabellen.recall.spalten['patid']!;
  for (let k = abStelle(tag, von); k < rows.length && tag[k]! <= bis; k += 1) {
    const p = akte[patid[rows[k]!]!]!;
    if (passtP(a, p)) visit(rows[k]!, p, tag[k]!);
  }
}
/** The same of those that wait for somebody to answer them, of people whom the practice still leads. */
export function jederOffeneRecall(
  a: Auswahl,
  visit: (at: number, pat: number, faellig: number) => void,
  von = -Infinity,
  bis = Infinity,
): void {
  jederVon(offeneRecalls(a.bild), a, visit, von, bis);
}
function offeneRecalls(bild: Bild): Stellen {
  return einmal(bild, 'recallOffen', () => {
    const stand = recallStand(bild),
      isLeft = istAusgeschieden(bild),
      patid = bild.roh.tabellen.recall.spalten['patid']!,
      { rows, tag } = recallsNachTag(bild);
    const chosen = Int32Array.from(rows.keys()).filter(
      (k) => stand[rows[k]!] === RECALL.OFFEN && !isLeft(bild.akte[patid[rows[k]!]!]!),
    );
    return { rows: gewaehlt(rows, chosen), tag: gewaehlt(tag, chosen) };
  });
}
/** The same of those that are to be arranged: the patient has no appointment from a day on either. */
export function jederZuVereinbarende(
  a: Auswahl,
  visit: (at: number, pat: number, faellig: number) => void,
  von = -Infinity,
  bis = Infinity,
  ab = a.bild.heute,
): void {
  const next = naechsteTermine(a.bild, ab);
  jederOffeneRecall(
    a,
    (at, p, due) => {
      if (next[p]! < 0) visit(at, p, due);
    },
    von,
    bis,
  );
}
/** Those of them that fell due before today. */
export function jederUeberfaellige(a: Auswahl, visit: (at: number, pat: number) => void): void {
  jederZuVereinbarende(a, visit, -Infinity, a.bild.heute - 1);
}

/** Of each recall whether its patient kept an appointment within 60 days of the day it was due. */
function gekommene(bild: Bild): Uint8Array {
  return einmal(bild, 'recallGekommen', () => {
    const { rows, tag } = recallsNachTag(bild),
      patid = bild.roh.tabellen.recall.spalten['patid']!,
      came = new Uint8Array(bild.roh.tabellen.recall.anzahl);
    for (let k = 0; k < rows.length; k += 1)
      if (warDa(bild, bild.akte[patid[rows[k]!]!]!, tag[k]! - 60, tag[k]! + 60)) came[rows[k]!] = 1;
    return came;
  });
}
export const recalls: Readonly<Record<string, Definition>> = {
  recallquote(a, s) {
    const came = gekommene(a.bild);
    jederRecall(
      a,
      (at) => {
        s.n('recall', at, 1);
        if (came[at] === 1) s.z('recall', at, 1);
      },
      a.von,
      a.bis,
    );
  },
  recallTerminiert(a, s) {
    const stand = recallStand(a.bild);
    mitAktiven(a, a.stichtag, (active) => {
      mitMarken([active.length, active.length], (seen, agreed) => {
        jederRecall(a, (at, p) => {
          if (active[p] === 0 || stand[at] === RECALL.ERLEDIGT) return;
          if (seen[p] === 0) {
            seen[p] = 1;
            s.n('patient', p, 1);
          }
          if (agreed[p] === 0 && stand[at] === RECALL.VEREINBART) {
            agreed[p] = 1;
            s.z('patient', p, 1);
          }
        });
      });
    });
  },
  recallUeberfaellig(a, s) {
    jederUeberfaellige(a, (at) => {
      s.z('recall', at, 1);
    });
  },
};
