// Words of positions: as the practice software delivered them, else empty.

import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs.ts';
import { normalNr } from '../snapshot/area.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { einmal } from '../metrics/row-index.ts';
import { gewaehlt, gruppiert } from '../snapshot/tables/sort-rows.ts';

const texte = new WeakMap<Bild, Map<string, string>>();
/** What a position is called in the delivered catalogue. */
export function textDerPosition(bild: Bild, system: string, nr: string): string {
  let known = texte.get(bild);
  if (!known) {
    known = new Map();
    const t = bild.roh.tabellen.bemagoz,
      words = ['BEMA', 'GOZ', 'GOAE', 'EIGEN'];
    for (let at = 0; at < t.anzahl; at += 1)
      if (t.zustand[at] === 1)
        known.set(
          `${words[t.spalten['system']![at]!] ?? 'EIGEN'} ${normalNr(t.text('nr', at))}`,
          t.text('text', at),
        );
    texte.set(bild, known);
  }
  return known.get(`${system} ${nr}`) ?? '';
}

/** Positions (schedule and number) each once, and of each service which. */
export interface Positionen {
  von: Int32Array;
  system: number[];
  nr: number[];
}
export function positionenVon(bild: Bild): Positionen {
  return einmal(bild, 'positionen', () => {
    const { L } = bild,
      made: Positionen = { von: new Int32Array(L.n), system: [], nr: [] },
      wide = L.nummern.liste.length + 1,
      places = new Int32Array(wide * (GEBUEHREN.length + 1)).fill(-1);
    for (let i = 0; i < L.n; i += 1) {
      const key = (L.system[i]! + 1) * wide + L.nr[i]! + 1;
      let at = places[key]!;
      if (at < 0) {
        places[key] = at = made.nr.length;
        made.system.push(L.system[i]!);
        made.nr.push(L.nr[i]!);
      }
      made.von[i] = at;
    }
    return made;
  });
}
/** Day and patient of every service, position by position, each by day: those of `at` lie from `from[at]` up to before `from[at + 1]`. */
export function nachPosition(bild: Bild): { from: Int32Array; tag: Int32Array; pat: Int32Array } {
  return einmal(bild, 'nachPosition', () => {
    const { von, nr } = positionenVon(bild),
      { from, rows } = gruppiert(von, nr.length);
    return { from, tag: gewaehlt(bild.L.tag, rows), pat: gewaehlt(bild.L.pat, rows) };
  });
}
