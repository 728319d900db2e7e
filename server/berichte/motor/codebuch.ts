// Positions of a practice as small numbers, whatever way they were spelled, and sets of them that tokens of rules mean.

import { normalNumber } from '../../../catalog/find-position.ts';
import { GEBUEHREN } from '../../../shared/pvs.ts';
import type { Marke } from '../../../shared/regel-sprache.ts';
import type { Bild } from '../bild.ts';

export type System = (typeof GEBUEHREN)[number];
export class Codebuch {
  /** Schedule and number of each code; code 0 is none. */
  readonly systeme: System[] = ['EIGEN'];
  readonly nummern: string[] = [''];
  private readonly gross: string[] = [''];
  private readonly nach = new Map<string, number>();
  /** Code of a service by place of its schedule and of its word in the image. */
  private readonly vonBild: Int32Array;
  private readonly worte: number;
  private readonly mengen = new Map<string, { table: Uint8Array; marken: readonly Marke[] }>();
  /** Room for positions that only rules name; taken when the first set is made. */
  private raum = 0;

  constructor(bild: Bild) {
    this.worte = bild.L.nummern.liste.length;
    this.vonBild = new Int32Array(this.worte * GEBUEHREN.length).fill(-1);
  }
  /** Code of a position; made where there is none yet. */
  code(system: System, nr: string): number {
    const normal = system === 'EIGEN' ? nr : normalNumber(system, nr), key = `${system}:${normal.toUpperCase()}`;
    let found = this.nach.get(key);
    if (found === undefined) {
      found = this.systeme.length;
      if (this.raum > 0 && found >= this.raum) throw new RangeError('too many positions');
      this.systeme.push(system);
      this.nummern.push(normal);
      this.gross.push(normal.toUpperCase());
      this.nach.set(key, found);
      for (const { table, marken } of this.mengen.values()) this.trage(table, marken, found);
    }
    return found;
  }
  /** Codes of all services of the image, by place in it. */
  codesVon(bild: Bild): Int32Array {
    const { system, nr, n } = bild.L, codes = new Int32Array(n);
    for (let i = 0; i < n; i += 1) {
      const s = system[i]!, word = nr[i]!;
      if (s < 0 || word < 0) continue;
      const at = s * this.worte + word;
      let code = this.vonBild[at]!;
      if (code < 0) this.vonBild[at] = code = this.code(GEBUEHREN[s]!, bild.L.nummern.liste[word]!);
      codes[i] = code;
    }
    return codes;
  }
  /** What one or several tokens mean, as a table by code. */
  menge(marken: readonly Marke[]): Uint8Array {
    const key = marken.map(one => `${one.system}:${one.muster}`).join('|'), known = this.mengen.get(key);
    if (known) return known.table;
    if (this.raum === 0) this.raum = this.systeme.length + 512;
    const table = new Uint8Array(this.raum);
    for (let code = 1; code < this.systeme.length; code += 1) this.trage(table, marken, code);
    this.mengen.set(key, { table, marken });
    return table;
  }
  private trage(table: Uint8Array, marken: readonly Marke[], code: number): void {
    const nr = this.gross[code]!, own = this.systeme[code];
    for (const { system, muster } of marken) {
      if (own !== system) continue;
      const wort = muster.toUpperCase();
      if (wort.endsWith('*') ? nr.startsWith(wort.slice(0, -1)) : nr === wort) { table[code] = 1; return; }
    }
  }
}
