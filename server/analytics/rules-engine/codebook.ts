// Position codes: the positions of a practice as small integers, regardless of spelling, and the
// sets of them that rule tokens mean.

import { findPosition, normalNumber } from '../../../catalog/find-position.ts';
import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { RuleToken } from '../../../shared/analytics/billing/rule-language.ts';
import { parseToken } from '../../../shared/analytics/billing/rule-tokens.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export type System = (typeof GEBUEHREN)[number];
const KIND_NAMES = GEBUEHREN.length,
  SPARE_CODES = 2048;
export class Codebook {
  /** Fee schedule and number of each code; code 0 is none. */
  readonly systems: System[] = ['EIGEN'];
  readonly positionNumbers: string[] = [''];
  private readonly upperNumbers: string[] = [''];
  private readonly codeByKey = new Map<string, number>();
  /** Codes by fee schedule and number as they were asked for. */
  private readonly codeByRequest = new Map<string, number>();
  /** Codes by `system:NUMBER`; own numbers that differ in case only share an entry. */
  private readonly codesByUpper = new Map<string, number[]>();
  /**
   * Code of a service by the index of its number and of its fee schedule in the image; indexes stay
   * the same as long as the rows do.
   */
  private codeByWord = new Int32Array(0);
  private readonly tokenSets = new Map<string, Uint8Array>();
  private readonly wordSets = new Map<string, Uint8Array>();
  /** What later codes must be compared with: tables by `system:NUMBER`, and the other patterns. */
  private readonly tablesByUpper = new Map<string, Uint8Array[]>();
  private readonly prefixes: { system: RuleToken['system']; prefix: string; table: Uint8Array }[] =
    [];
  /** Capacity for positions that only rules name; allocated when the first set is created. */
  private space = 0;

  /** Returns the code of a position; creates one where there is none. */
  code(given: System, nr: string): number {
    const request = `${given}:${nr}`;
    let found = this.codeByRequest.get(request);
    if (found === undefined) this.codeByRequest.set(request, (found = this.codeOf(given, nr)));
    return found;
  }
  private codeOf(given: System, nr: string): number {
    // Some programs deliver GOÄ numbers as GOZ, recognizable by the letter.
    const system = given === 'GOZ' && /^\s*(?:ä|ae)\s*\d/iu.test(nr) ? 'GOAE' : given;
    const isKnown = system !== 'EIGEN' && findPosition(system, nr) !== undefined,
      normal = system === 'EIGEN' ? nr : normalNumber(system, nr),
      // Two spellings of an unknown number are one position: the name must not depend on which of
      // them was delivered first.
      name = isKnown || system === 'EIGEN' ? normal : normal.toUpperCase(),
      key = `${system}:${system === 'EIGEN' ? name : name.toUpperCase()}`;
    let found = this.codeByKey.get(key);
    if (found === undefined) {
      found = this.systems.length;
      if (this.space > 0 && found >= this.space) throw new RangeError('too many positions');
      this.systems.push(system);
      this.positionNumbers.push(name);
      this.upperNumbers.push(name.toUpperCase());
      this.codeByKey.set(key, found);
      this.markInTables(found);
    }
    return found;
  }
  /**
   * Registers every position of an image; known positions keep their codes.
   * @throws RangeError where they exceed the capacity
   */
  learn(snapshot: Snapshot): void {
    const { system, nr, n, positionNumbers } = snapshot.services,
      size = positionNumbers.words.length * KIND_NAMES;
    if (this.codeByWord.length < size) {
      const wider = new Int32Array(size + 64 * KIND_NAMES).fill(-1);
      wider.set(this.codeByWord);
      this.codeByWord = wider;
    }
    const known = this.codeByWord;
    for (let i = 0; i < n; i += 1) {
      const s = system[i]!,
        word = nr[i]!;
      if (s >= 0 && word >= 0 && known[word * KIND_NAMES + s]! < 0)
        known[word * KIND_NAMES + s] = this.code(GEBUEHREN[s]!, positionNumbers.words[word]!);
    }
  }
  /** Returns the code of a service by its index in a registered image. */
  codeOfService(snapshot: Snapshot, l: number): number {
    const s = snapshot.services.system[l]!,
      word = snapshot.services.nr[l]!;
    return s < 0 || word < 0 ? 0 : this.codeByWord[word * KIND_NAMES + s]!;
  }
  /** Returns the codes that tokens match, given as the rule language writes them. */
  codesOfWords(words: readonly string[]): Uint8Array {
    const key = words.join('|');
    let found = this.wordSets.get(key);
    if (!found) this.wordSets.set(key, (found = this.codesOf(words.map((one) => parseToken(one)))));
    return found;
  }
  /** Returns the codes that one or several tokens match, as a table by code. */
  codesOf(chosenMarks: readonly RuleToken[]): Uint8Array {
    const key = chosenMarks.map((one) => `${one.system}:${one.muster}`).join('|'),
      known = this.tokenSets.get(key);
    if (known) return known;
    if (this.space === 0) this.space = this.systems.length + SPARE_CODES;
    const table = new Uint8Array(this.space);
    for (const { system, muster: pattern } of chosenMarks) {
      const word = pattern.toUpperCase();
      if (word.endsWith('*')) this.markPrefix(table, system, word.slice(0, -1));
      else this.markNumber(table, `${system}:${word}`);
    }
    this.tokenSets.set(key, table);
    return table;
  }
  private markNumber(table: Uint8Array, upper: string): void {
    for (const code of this.codesByUpper.get(upper) ?? []) table[code] = 1;
    append(this.tablesByUpper, upper, table);
  }
  private markPrefix(table: Uint8Array, system: RuleToken['system'], prefix: string): void {
    for (let code = 1; code < this.systems.length; code += 1)
      if (this.systems[code] === system && this.upperNumbers[code]!.startsWith(prefix))
        table[code] = 1;
    this.prefixes.push({ system, prefix, table });
  }
  /** Marks a new code in the tables that were created before it. */
  private markInTables(code: number): void {
    const nr = this.upperNumbers[code]!,
      own = this.systems[code]!,
      upper = `${own}:${nr}`;
    append(this.codesByUpper, upper, code);
    for (const table of this.tablesByUpper.get(upper) ?? []) table[code] = 1;
    for (const { system, prefix, table } of this.prefixes)
      if (system === own && nr.startsWith(prefix)) table[code] = 1;
  }
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
