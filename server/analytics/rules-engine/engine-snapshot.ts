// Data that the engine derives from the image: codes of services, their teeth, and the smaller
// tables by patient.

import { findPosition } from '../../../catalog/find-position.ts';
import { type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { groupRows, type RowGroups } from '../snapshot/tables/sort-rows.ts';
import { LIVE, type NumberColumn } from '../snapshot/tables/column-table.ts';
import { Codebook } from './codebook.ts';
import { NoteScreen } from './notes/required-words.ts';
import { NotePattern } from './notes/note-pattern.ts';
import { maskOf } from './tooth-masks.ts';

const PATIENT_TABLES = [
  'tagesnotiz',
  'zahnbefund',
  'psi',
  'mkv',
  'prothese',
  'kariesrisiko',
  'epaupload',
  'hkp',
  'parfall',
] as const satisfies readonly PvsEntity[];
export type PatientTable = (typeof PATIENT_TABLES)[number];

/** Rows of some patients: those of patient `p` are group `slot(p)`. */
interface PatientExtract {
  readonly rowGroups: RowGroups;
  slot(p: number): number;
  readonly hasDelivery: boolean;
}
/** Above this share of all patients the rows of all patients are grouped. */
const MANY = 0.05;

/** Follows the images of the same rows: prepared rules continue with the next image. */
export class EngineSnapshot {
  snapshot: Snapshot;
  readonly codebook = new Codebook();
  /** Teeth of each distinct string. */
  readonly permanent: number[] = [];
  readonly milk: number[] = [];
  /** Patients to be evaluated; undefined: all. */
  private askedPatients: Int32Array | undefined;
  private readonly extracts = new Map<PatientTable, PatientExtract>();
  private plans: RowGroups | undefined;
  private readonly noteScreen = new NoteScreen();
  private readonly notePatterns = new Map<string, NotePattern>();

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.learn();
  }
  private learn(): void {
    this.codebook.learn(this.snapshot);
    const { words: list } = this.snapshot.rawRows.tables.leistung.wordLists['zahn']!;
    for (let at = this.permanent.length; at < list.length; at += 1) {
      const one = maskOf(list[at]!);
      this.permanent.push(one.permanent);
      this.milk.push(one.milk);
    }
  }
  /**
   * Switches to an image of the same rows, and to the given patients.
   * @throws RangeError where it brings more new positions than the capacity
   */
  moveTo(snapshot: Snapshot, patients: Int32Array | undefined): void {
    const askedPatients =
      patients && patients.length <= MANY * snapshot.mergedInto.length ? patients : undefined;
    if (this.snapshot === snapshot && this.askedPatients === askedPatients) return;
    this.extracts.clear();
    this.askedPatients = askedPatients;
    if (this.snapshot === snapshot) return;
    this.plans = undefined;
    this.snapshot = snapshot;
    this.learn();
  }
  /**
   * Indexes of valid rows by patient (the surviving record after merges); computed when a rule
   * first needs them.
   */
  private extractOf(entity: PatientTable): PatientExtract {
    let found = this.extracts.get(entity);
    if (found) return found;
    const { snapshot, askedPatients } = this,
      t = snapshot.rawRows.tables[entity],
      pat = t.columns['patid']!,
      { mergedInto } = snapshot;
    const standardGroupOf = askedPatients && new Int32Array(mergedInto.length).fill(-1),
      rows: number[] = [],
      keys: number[] = [],
      all = askedPatients ? undefined : new Int32Array(t.count).fill(-1);
    if (standardGroupOf)
      askedPatients.forEach((p, at) => {
        standardGroupOf[mergedInto[p] ?? p] = at;
      });
    let hasDelivery = false;
    for (let at = 0; at < t.count; at += 1) {
      if (t.rowState[at] !== LIVE || pat[at]! < 0) continue;
      const p = mergedInto[pat[at]!]!;
      hasDelivery = true;
      if (all) all[at] = p;
      else if (standardGroupOf![p]! >= 0) {
        rows.push(at);
        keys.push(standardGroupOf![p]!);
      }
    }
    if (all) found = { rowGroups: groupRows(all, mergedInto.length), slot: (p) => p, hasDelivery };
    else {
      const own = groupRows(Int32Array.from(keys), askedPatients!.length);
      found = {
        rowGroups: { from: own.from, rows: own.rows.map((k) => rows[k]!) },
        slot: (p) => standardGroupOf![p]!,
        hasDelivery,
      };
    }
    this.extracts.set(entity, found);
    return found;
  }
  /** Findings by plan. */
  get positionen(): RowGroups {
    if (!this.plans) {
      const p = this.snapshot.rawRows.tables.hkpposition,
        plan = new Int32Array(p.count).fill(-1);
      for (let at = 0; at < p.count; at += 1)
        if (p.rowState[at] === LIVE) plan[at] = p.columns['hkpid']![at]!;
      this.plans = groupRows(plan, this.snapshot.rawRows.tables.hkp.count);
    }
    return this.plans;
  }
  /** Code of a planned position by its row; 0 for a number that no catalogue knows. */
  codeOfPlanned(at: number): number {
    const system = GEBUEHREN[this.column('hkpposition', 'system')[at]!],
      nr = this.text('hkpposition', 'nr', at);
    // A number that no catalogue knows gets no code of its own: their space is limited.
    return system === undefined || system === 'EIGEN' || findPosition(system, nr) === undefined
      ? 0
      : this.codebook.code(system, nr);
  }
  /** Code of a service by its index in the image. */
  code(l: number): number {
    return this.codebook.codeOfService(this.snapshot, l);
  }
  /** Points of a position in the latest catalogue, 0 unknown. */
  points(code: number): number {
    return (
      findPosition(this.codebook.systems[code]!, this.codebook.positionNumbers[code]!)?.points ?? 0
    );
  }
  /**
   * A pattern for notes, one object for all rules that use it.
   * @throws LanguageError for a pattern that the rule language refuses
   */
  notePattern(pattern: string): NotePattern {
    let found = this.notePatterns.get(pattern);
    if (!found) this.notePatterns.set(pattern, (found = new NotePattern(pattern, this.noteScreen)));
    return found;
  }
  column(entity: PvsEntity, name: string): NumberColumn {
    return this.snapshot.rawRows.tables[entity].columns[name]!;
  }
  text(entity: PvsEntity, name: string, at: number): string {
    return this.snapshot.rawRows.tables[entity].text(name, at);
  }
  id(entity: PvsEntity, at: number): string {
    return at < 0 ? '' : this.snapshot.rawRows.tables[entity].ids[at]!;
  }
  /** Indexes of a patient's rows in a table. */
  rowsOf(entity: PatientTable, p: number): Int32Array {
    const {
        rowGroups: { from, rows },
        slot,
      } = this.extractOf(entity),
      g = slot(p);
    return g < 0 ? NONE : rows.subarray(from[g], from[g + 1]);
  }
  /** Checks whether a practice delivers an entity at all. */
  delivers(entity: PatientTable): boolean {
    return this.extractOf(entity).hasDelivery;
  }
}
const NONE = new Int32Array(0);
