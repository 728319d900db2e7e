// What the engine reads beside the image: codes of services, their teeth, and the smaller tables by patient; made once for an image.

import { findPosition } from '../../../catalog/find-position.ts';
import type { PvsEntity } from '../../../shared/pvs.ts';
import type { Bild } from '../bild.ts';
import { gruppiert, type Gruppen } from '../reihen.ts';
import { LEBT, type Zahlen } from '../tabelle.ts';
import { Codebuch } from './codebuch.ts';
import { maskeVon } from './zahnmasken.ts';

const JE_PATIENT = ['tagesnotiz', 'zahnbefund', 'psi', 'mkv', 'prothese', 'kariesrisiko', 'epaupload', 'hkp', 'parfall'] as const satisfies readonly PvsEntity[];
export type JePatient = (typeof JE_PATIENT)[number];

export class Motorbild {
  readonly bild: Bild;
  readonly buch: Codebuch;
  /** Code of each service, by its place in the image. */
  readonly codes: Int32Array;
  /** Places of true rows by patient (the record that is left after merges). */
  readonly gruppen: Readonly<Record<JePatient, Gruppen>>;
  readonly bleibend: Int32Array;
  readonly milch: Int32Array;
  /** Findings of plans, by plan. */
  readonly positionen: Gruppen;

  constructor(bild: Bild) {
    this.bild = bild;
    this.buch = new Codebuch(bild);
    this.codes = this.buch.codesVon(bild);
    const { tabellen } = bild.roh, gruppen: Partial<Record<JePatient, Gruppen>> = {};
    for (const entity of JE_PATIENT) {
      const t = tabellen[entity], pat = t.spalten['patid']!, keys = new Int32Array(t.anzahl).fill(-1);
      for (let at = 0; at < t.anzahl; at += 1) if (t.zustand[at] === LEBT && pat[at]! >= 0) keys[at] = bild.akte[pat[at]!]!;
      gruppen[entity] = gruppiert(keys, tabellen.patient.anzahl);
    }
    this.gruppen = gruppen as Record<JePatient, Gruppen>;
    const zahn = tabellen.leistung.woerter['zahn']!.liste.map(maskeVon);
    this.bleibend = Int32Array.from(zahn, one => one.bleibend);
    this.milch = Int32Array.from(zahn, one => one.milch);
    const p = tabellen.hkpposition, plan = new Int32Array(p.anzahl).fill(-1);
    for (let at = 0; at < p.anzahl; at += 1) if (p.zustand[at] === LEBT) plan[at] = p.spalten['hkpid']![at]!;
    this.positionen = gruppiert(plan, tabellen.hkp.anzahl);
  }
  /** Points of a position by the catalogue in force last, 0 unknown. */
  punkte(code: number): number { return findPosition(this.buch.systeme[code]!, this.buch.nummern[code]!)?.points ?? 0; }
  spalte(entity: PvsEntity, name: string): Zahlen { return this.bild.roh.tabellen[entity].spalten[name]!; }
  text(entity: PvsEntity, name: string, at: number): string { return this.bild.roh.tabellen[entity].text(name, at); }
  id(entity: PvsEntity, at: number): string { return at < 0 ? '' : this.bild.roh.tabellen[entity].ids[at]!; }
  /** Places of a patient's rows of a table. */
  zeilen(entity: JePatient, p: number): Int32Array { const g = this.gruppen[entity]; return g.rows.subarray(g.from[p], g.from[p + 1]); }
  /** Whether a practice delivers an entity at all. */
  liefert(entity: JePatient): boolean { return this.gruppen[entity].rows.length > 0; }
}

const made = new WeakMap<Bild, Motorbild>();
export function motorbildVon(bild: Bild): Motorbild {
  let found = made.get(bild);
  if (!found) made.set(bild, found = new Motorbild(bild));
  return found;
}
