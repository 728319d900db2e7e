// Whom new rows touch: patients whose findings may differ now, or everybody where a row of the whole practice changed.

import type { PvsEntity } from '../../../shared/pvs.ts';
import type { Bild } from '../bild.ts';
import type { Rohdaten, RohZeile } from '../rohdaten.ts';

/** Rows that no rule reads. */
const EGAL: ReadonlySet<PvsEntity> = new Set(['params', 'teams', 'stempel', 'zimmer', 'stichworte', 'termingruppen', 'mitarbeiter', 'bemagoz', 'zahlung', 'rechnung', 'recall', 'warteliste', 'arbeitszeit', 'fehlzeit']);
/** Rows that may matter to anybody: who is a substitute, what group an appointment belongs to. */
const ALLE: ReadonlySet<PvsEntity> = new Set(['behandler', 'terminarten']);

/** Told of each row before it is taken, so that what it replaces is known too. */
export class Beruehrt {
  alle = false;
  private readonly plaetze = new Set<number>();

  vor(roh: Rohdaten, row: RohZeile): void {
    if (this.alle || EGAL.has(row.entity)) return;
    if (ALLE.has(row.entity)) { this.alle = true; return; }
    const t = roh.tabellen[row.entity], known = t.nach.get(row.id), patienten = roh.tabellen.patient;
    if (row.entity === 'patient') {
      // A merge moves the services of one record to another.
      const before = known === undefined ? -1 : patienten.spalten['zusammengefuehrtIn']![known]!, after = row.values['zusammengefuehrtIn'];
      this.plaetze.add(patienten.platz(row.id));
      if (before >= 0) this.plaetze.add(before);
      if (typeof after === 'string') this.plaetze.add(patienten.platz(after));
      return;
    }
    const feld = row.entity === 'hkpposition' ? 'hkpid' : 'patid', old = known === undefined ? -1 : t.spalten[feld]![known]!, now = row.values[feld];
    if (row.entity === 'hkpposition') { this.desPlans(roh, old); if (typeof now === 'string') this.desPlans(roh, roh.tabellen.hkp.nach.get(now) ?? -1); return; }
    if (old >= 0) this.plaetze.add(old);
    if (typeof now === 'string') this.plaetze.add(patienten.platz(now));
  }
  private desPlans(roh: Rohdaten, plan: number): void { const p = plan < 0 ? -1 : roh.tabellen.hkp.spalten['patid']![plan]!; if (p >= 0) this.plaetze.add(p); }

  /** Places of the records that are left, for the image made from the rows; null for everybody. */
  patienten(bild: Bild): Int32Array | null {
    if (this.alle) return null;
    // Beside the record that is left also the one itself: after a merge was undone both stand alone.
    const all = new Set<number>();
    for (const p of this.plaetze) { all.add(p); const akte = bild.akte[p]; if (akte !== undefined) all.add(akte); }
    return Int32Array.from(all).sort();
  }
}
