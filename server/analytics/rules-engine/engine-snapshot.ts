// What the engine reads beside the image: codes of services, their teeth, and the smaller tables by patient.

import { findPosition } from '../../../catalog/find-position.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { gruppiert, type Gruppen } from '../snapshot/tables/sort-rows.ts';
import { LEBT, type Zahlen } from '../snapshot/tables/column-table.ts';
import { Codebuch } from './codebook.ts';
import { maskeVon } from './tooth-masks.ts';

const JE_PATIENT = [
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
export type JePatient = (typeof JE_PATIENT)[number];

/** Rows of some patients: those of patient `p` are group `platz(p)`. */
interface Auszug {
  readonly gruppen: Gruppen;
  platz(p: number): number;
  readonly istGeliefert: boolean;
}
/** Beyond this share of all patients everybody's rows are grouped. */
const VIELE = 0.05;

/** Follows the images of the same rows: rules that were made ready for it go on with the next one. */
export class Motorbild {
  bild: Bild;
  readonly buch = new Codebuch();
  /** Teeth of each word. */
  readonly bleibend: number[] = [];
  readonly milch: number[] = [];
  /** Whom is asked about; undefined: anybody. */
  private rahmen: Int32Array | undefined;
  private readonly auszuege = new Map<JePatient, Auszug>();
  private plaene: Gruppen | undefined;

  constructor(bild: Bild) {
    this.bild = bild;
    this.lerne();
  }
  private lerne(): void {
    this.buch.lerne(this.bild);
    const { liste } = this.bild.roh.tabellen.leistung.woerter['zahn']!;
    for (let at = this.bleibend.length; at < liste.length; at += 1) {
      const one = maskeVon(liste[at]!);
      this.bleibend.push(one.bleibend);
      this.milch.push(one.milch);
    }
  }
  /** Goes over to an image of the same rows, and to whom will be asked about. @throws RangeError where it brings more new positions than there is room for */
  stelle(bild: Bild, wer: Int32Array | undefined): void {
    const rahmen = wer && wer.length <= VIELE * bild.akte.length ? wer : undefined;
    if (this.bild === bild && this.rahmen === rahmen) return;
    this.auszuege.clear();
    this.rahmen = rahmen;
    if (this.bild === bild) return;
    this.plaene = undefined;
    this.bild = bild;
    this.lerne();
  }
  /** Places of true rows by patient (the record that is left after merges); looked up when a rule asks for the first time. */
  private auszug(entity: JePatient): Auszug {
    let found = this.auszuege.get(entity);
    if (found) return found;
    const { bild, rahmen } = this,
      t = bild.roh.tabellen[entity],
      pat = t.spalten['patid']!,
      { akte } = bild;
    const gruppeVon = rahmen && new Int32Array(akte.length).fill(-1),
      rows: number[] = [],
      keys: number[] = [],
      all = rahmen ? undefined : new Int32Array(t.anzahl).fill(-1);
    if (gruppeVon)
      rahmen.forEach((p, at) => {
        gruppeVon[akte[p] ?? p] = at;
      });
    let istGeliefert = false;
    for (let at = 0; at < t.anzahl; at += 1) {
      if (t.zustand[at] !== LEBT || pat[at]! < 0) continue;
      const p = akte[pat[at]!]!;
      istGeliefert = true;
      if (all) all[at] = p;
      else if (gruppeVon![p]! >= 0) {
        rows.push(at);
        keys.push(gruppeVon![p]!);
      }
    }
    if (all) found = { gruppen: gruppiert(all, akte.length), platz: (p) => p, istGeliefert };
    else {
      const own = gruppiert(Int32Array.from(keys), rahmen!.length);
      found = {
        gruppen: { from: own.from, rows: own.rows.map((k) => rows[k]!) },
        platz: (p) => gruppeVon![p]!,
        istGeliefert,
      };
    }
    this.auszuege.set(entity, found);
    return found;
  }
  /** Findings of plans, by plan. */
  get positionen(): Gruppen {
    if (!this.plaene) {
      const p = this.bild.roh.tabellen.hkpposition,
        plan = new Int32Array(p.anzahl).fill(-1);
      for (let at = 0; at < p.anzahl; at += 1)
        if (p.zustand[at] === LEBT) plan[at] = p.spalten['hkpid']![at]!;
      this.plaene = gruppiert(plan, this.bild.roh.tabellen.hkp.anzahl);
    }
    return this.plaene;
  }
  /** Code of a service by its place in the image. */
  code(l: number): number {
    return this.buch.codeAn(this.bild, l);
  }
  /** Points of a position by the catalogue in force last, 0 unknown. */
  punkte(code: number): number {
    return findPosition(this.buch.systeme[code]!, this.buch.nummern[code]!)?.points ?? 0;
  }
  spalte(entity: PvsEntity, name: string): Zahlen {
    return this.bild.roh.tabellen[entity].spalten[name]!;
  }
  text(entity: PvsEntity, name: string, at: number): string {
    return this.bild.roh.tabellen[entity].text(name, at);
  }
  id(entity: PvsEntity, at: number): string {
    return at < 0 ? '' : this.bild.roh.tabellen[entity].ids[at]!;
  }
  /** Places of a patient's rows of a table. */
  zeilen(entity: JePatient, p: number): Int32Array {
    const {
        gruppen: { from, rows },
        platz,
      } = this.auszug(entity),
      g = platz(p);
    return g < 0 ? KEINE : rows.subarray(from[g], from[g + 1]);
  }
  /** Whether a practice delivers an entity at all. */
  liefert(entity: JePatient): boolean {
    return this.auszug(entity).istGeliefert;
  }
}
const KEINE = new Int32Array(0);
