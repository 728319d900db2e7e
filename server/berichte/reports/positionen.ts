// Words of positions: as the practice software delivered them, else empty.

import { normalNr } from '../bereich.ts';
import type { Bild } from '../bild.ts';

const texte = new WeakMap<Bild, Map<string, string>>();
/** What a position is called in the delivered catalogue. */
export function textDerPosition(bild: Bild, system: string, nr: string): string {
  let known = texte.get(bild);
  if (!known) {
    known = new Map();
    const t = bild.roh.tabellen.bemagoz, words = ['BEMA', 'GOZ', 'GOAE', 'EIGEN'];
    for (let at = 0; at < t.anzahl; at += 1) if (t.zustand[at] === 1) known.set(`${words[t.spalten['system']![at]!] ?? 'EIGEN'} ${normalNr(t.text('nr', at))}`, t.text('text', at));
    texte.set(bild, known);
  }
  return known.get(`${system} ${nr}`) ?? '';
}
