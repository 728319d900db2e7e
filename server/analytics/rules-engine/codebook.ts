// Positions of a practice as small numbers, whatever way they were spelled, and sets of them that tokens of rules mean.

import { normalNumber } from '../../../catalog/find-position.ts';
import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Marke } from '../../../shared/analytics/billing/rule-language.ts';
import type { Bild } from '../snapshot/snapshot.ts';

export type System = (typeof GEBUEHREN)[number];
const ARTEN = GEBUEHREN.length,
  MEHR = 2048;
export class Codebuch {
  /** Schedule and number of each code; code 0 is none. */
  readonly systeme: System[] = ['EIGEN'];
  readonly nummern: string[] = [''];
  private readonly gross: string[] = [''];
  private readonly nach = new Map<string, number>();
  /** Code of a service by place of its word and of its schedule in the image; words keep their places as long as the rows are the same. */
  private vonBild = new Int32Array(0);
  private readonly mengen = new Map<string, { table: Uint8Array; marken: readonly Marke[] }>();
  /** Room for positions that only rules name; taken when the first set is made. */
  private raum = 0;

  /** Code of a position; made where there is none yet. */
  code(given: System, nr: string): number {
    // Some programs deliver numbers of GOÄ among those of GOZ, where the letter tells them.
    const system = given === 'GOZ' && /^\s*(?:ä|ae)\s*\d/iu.test(nr) ? 'GOAE' : given;
    const normal = system === 'EIGEN' ? nr : normalNumber(system, nr),
      key = `${system}:${normal.toUpperCase()}`;
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
  /** Knows every position of an image; those it knew keep their codes. @throws RangeError where they are more than there is room for */
  lerne(bild: Bild): void {
    const { system, nr, n, nummern } = bild.L,
      size = nummern.liste.length * ARTEN;
    if (this.vonBild.length < size) {
      const wider = new Int32Array(size + 64 * ARTEN).fill(-1);
      wider.set(this.vonBild);
      this.vonBild = wider;
    }
    const known = this.vonBild;
    for (let i = 0; i < n; i += 1) {
      const s = system[i]!,
        word = nr[i]!;
      if (s >= 0 && word >= 0 && known[word * ARTEN + s]! < 0)
        known[word * ARTEN + s] = this.code(GEBUEHREN[s]!, nummern.liste[word]!);
    }
  }
  /** Code of a service by its place in an image that it knows. */
  codeAn(bild: Bild, l: number): number {
    const s = bild.L.system[l]!,
      word = bild.L.nr[l]!;
    return s < 0 || word < 0 ? 0 : this.vonBild[word * ARTEN + s]!;
  }
  /** What one or several tokens mean, as a table by code. */
  menge(marken: readonly Marke[]): Uint8Array {
    const key = marken.map((one) => `${one.system}:${one.muster}`).join('|'),
      known = this.mengen.get(key);
    if (known) return known.table;
    if (this.raum === 0) this.raum = this.systeme.length + MEHR;
    const table = new Uint8Array(this.raum);
    for (let code = 1; code < this.systeme.length; code += 1) this.trage(table, marken, code);
    this.mengen.set(key, { table, marken });
    return table;
  }
  private trage(table: Uint8Array, marken: readonly Marke[], code: number): void {
    const nr = this.gross[code]!,
      own = this.systeme[code];
    for (const { system, muster } of marken) {
      if (own !== system) continue;
      const wort = muster.toUpperCase();
      if (wort.endsWith('*') ? nr.startsWith(wort.slice(0, -1)) : nr === wort) {
        table[code] = 1;
        return;
      }
    }
  }
}
