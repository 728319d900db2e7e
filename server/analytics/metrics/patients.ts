// Key figures of patients: mix, new, active, lost and won back (13 to 20, 39, 40, 42, 44 to 46).

import {
  withPeriod,
  forEachVisit,
  forEachServiceIn,
  isByPersonOnly,
  matchesPatient,
  matchesWeekday,
  type Selection,
} from '../snapshot/selection.ts';
import { letzterBesuch } from '../snapshot/visits.ts';
import { SYSTEM, INSURANCE, type Snapshot } from '../snapshot/snapshot.ts';
import {
  ageOn,
  dateOf,
  halfYearOfDay,
  EMPTY,
  plusMonths,
  quarterOfDay,
} from '../snapshot/calendar.ts';
import { gather, groupRows, withMarks } from '../snapshot/tables/sort-rows.ts';
import type { Definition } from './sink.ts';
import { subsetOf, memoise, type RowSet } from './row-index.ts';
import {
  forEachActivePatient,
  withActive,
  naechsterTermin,
  positionen,
  pzrServices,
  uptServices,
  uptDays,
} from './walks.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Iterates once over each patient with a visit in the span. */
function forEachTreatedPatient(a: Selection, visit: (pat: number) => void): void {
  const { B, rawRows } = a.snapshot;
  withMarks([rawRows.tables.patient.anzahl], (seen) => {
    forEachVisit(a, (b) => {
      const p = B.pat[b]!;
      if (seen[p] === 0) {
        seen[p] = 1;
        visit(p);
      }
    });
  });
}
/**
 * Returns the day on which a person became a patient: the first delivered visit, or an earlier one
 * named in the record. It does not depend on the span.
 */
export function newOn({ B, rawRows }: Snapshot, besuch: number): number {
  const said = rawRows.tables.patient.spalten['erstbesuch']![B.pat[besuch]!]!,
    first = B.tag[besuch]!;
  return said === EMPTY ? first : Math.min(said, first);
}
/** Iterates over the patients who became patients in the span, with their first delivered visit. */
export function forEachNewPatient(
  a: Selection,
  visit: (pat: number, besuch: number) => void,
): void {
  const { B } = a.snapshot,
    { from, tag } = B,
    isNewPatient = (b: number): boolean => {
      const day = newOn(a.snapshot, b);
      return day >= a.von && day <= a.bis;
    };
  if (isByPersonOnly(a)) {
    for (let p = 0; p + 1 < from.length; p += 1) {
      const b = from[p]!;
      if (b < from[p + 1]! && isNewPatient(b) && matchesWeekday(a, tag[b]!) && matchesPatient(a, p))
        visit(p, b);
    }
    return;
  }
  // The first visit may be after the span; the filter is checked at that visit.
  let last = a.bis;
  for (let p = 0; p + 1 < from.length; p += 1) {
    const b = from[p]!;
    if (b < from[p + 1]! && tag[b]! > last && isNewPatient(b)) last = tag[b]!;
  }
  forEachVisit(withPeriod(a, a.von, last), (b) => {
    if (from[B.pat[b]!] === b && isNewPatient(b)) visit(B.pat[b]!, b);
  });
}
const mix =
  (...insurances: number[]): Definition =>
  (a, s) => {
    const insuranceOf = a.snapshot.rawRows.tables.patient.spalten['versicherung']!;
    forEachTreatedPatient(a, (p) => {
      s.n('patient', p, 1);
      if (insurances.includes(insuranceOf[p]!)) s.z('patient', p, 1);
    });
  };
/** Iterates once over each patient who came back after more than 18 months. */
function forEachReturned(a: Selection, visit: (pat: number) => void): void {
  const { B, rawRows } = a.snapshot;
  withMarks([rawRows.tables.patient.anzahl], (seen) => {
    forEachVisit(a, (b) => {
      const p = B.pat[b]!;
      if (
        b > B.from[p]! &&
        seen[p] === 0 &&
        B.tag[b]! - B.tag[b - 1]! > 540 &&
        B.tag[b - 1]! < plusMonths(B.tag[b]!, -18)
      ) {
        seen[p] = 1;
        visit(p);
      }
    });
  });
}
/** Iterates over the patients who were active before the span and are inactive on its last day. */
function forEachInactivePatient(a: Selection, visit: (pat: number) => void): void {
  withActive(a, a.cutoffDate, (now) => {
    forEachActivePatient(a, a.von - 1, (p) => {
      if (now[p] === 0) visit(p);
    });
  });
}
/** Iterates over the patients last seen 18 to 24 months ago without a planned appointment. */
function forEachLostPatient(a: Selection, visit: (pat: number, besuch: number) => void): void {
  const { B } = a.snapshot,
    day = a.cutoffDate;
  forEachVisit(withPeriod(a, plusMonths(day, -24) + 1, plusMonths(day, -18)), (b) => {
    const p = B.pat[b]!;
    if (letzterBesuch(B, p, day) === b && naechsterTermin(a.snapshot, p, day + 1) < 0) visit(p, b);
  });
}
const birthDayOf = (a: Selection): ((p: number) => number) => {
  const birthDays = a.snapshot.rawRows.tables.patient.spalten['geburtsdatum']!;
  return (p) => birthDays[p]!;
};
/** Born on the same day 18 years earlier, or before. */
const isGrownUp = (a: Selection): ((p: number) => boolean) => {
  const birthDays = a.snapshot.rawRows.tables.patient.spalten['geburtsdatum']!,
    last = plusMonths(a.cutoffDate, -18 * 12);
  return (p) => birthDays[p] !== EMPTY && birthDays[p]! <= last;
};

/** Part of a year in which one session is due: the year, half-year or third, by grade. */
const segmentOf = (tag: number, grad: number): number => {
  const { jahr, monat } = dateOf(tag),
    parts = grad + 1;
  return jahr * parts + Math.floor(((monat - 1) * parts) / 12);
};
/** Last day of a part. */
function segmentEnd(part: number, grad: number): number {
  const parts = grad + 1,
    jahr = Math.floor(part / parts),
    month = ((part - jahr * parts + 1) * 12) / parts;
  return Date.UTC(jahr, month, 0) / DAY_MS;
}

/** Exams of patients with a perio screening on that day or in the seven quarters before. */
const psiServices = (snapshot: Snapshot): RowSet =>
  memoise(snapshot, 'mitPsi', () => {
    const { L } = snapshot,
      { rows, tag } = positionen(snapshot, SYSTEM.BEMA, /^04$/),
      { from, rows: by } = groupRows(gather(L.pat, rows), snapshot.rawRows.tables.patient.anzahl),
      days = gather(tag, by);
    return subsetOf(positionen(snapshot, SYSTEM.BEMA, /^01$/), (i) => {
      const p = L.pat[i]!;
      if (p < 0) return false;
      // Sorted by day per patient: the last one up to the exam is the nearest.
      let last = EMPTY;
      for (let g = from[p]!; g < from[p + 1]! && days[g]! <= L.tag[i]!; g += 1) last = days[g]!;
      return last !== EMPTY && quarterOfDay(last) >= quarterOfDay(L.tag[i]!) - 7;
    });
  });
const PRESENT = 1,
  ERLEDIGT = 2;

export const patienten: Readonly<Record<string, Definition>> = {
  patientenGkv: mix(INSURANCE.GKV),
  patientenPkv: mix(INSURANCE.PKV),
  patientenSonst: mix(INSURANCE.SELBST, INSURANCE.SONST, -1),
  neupatienten(a, s) {
    forEachNewPatient(a, (p) => {
      s.z('patient', p, 1);
    });
  },
  neupatientenquote(a, s) {
    forEachNewPatient(a, (p) => {
      s.z('patient', p, 1);
    });
    forEachTreatedPatient(a, (p) => {
      s.n('patient', p, 1);
    });
  },
  bindungNeu(a, s) {
    const { B } = a.snapshot;
    forEachNewPatient(a, (p, b) => {
      s.n('patient', p, 1);
      if (b + 1 < B.from[p + 1]! && B.tag[b + 1]! <= B.tag[b]! + 180) s.z('patient', p, 1);
    });
  },
  aktivePatienten(a, s) {
    forEachActivePatient(a, a.cutoffDate, (p) => {
      s.z('patient', p, 1);
    });
  },
  abwanderung(a, s) {
    forEachLostPatient(a, (p) => {
      s.z('patient', p, 1);
    });
    forEachActivePatient(a, plusMonths(a.cutoffDate, -6), (p) => {
      s.n('patient', p, 1);
    });
  },
  patientenwachstum(a, s) {
    forEachNewPatient(a, (p) => {
      s.z('patient', p, 1);
    });
    forEachReturned(a, (p) => {
      s.z('patient', p, 1);
    });
    forEachInactivePatient(a, (p) => {
      s.z('patient', p, -1);
    });
    forEachActivePatient(a, a.cutoffDate, (p) => {
      s.n('patient', p, 1);
    });
  },
  reaktiviert(a, s) {
    forEachReturned(a, (p) => {
      s.z('patient', p, 1);
    });
  },
  pzrQuote(a, s) {
    const adult = isGrownUp(a),
      { L, rawRows } = a.snapshot;
    forEachActivePatient(a, a.cutoffDate, (p) => {
      if (adult(p)) s.n('patient', p, 1);
    });
    withMarks([rawRows.tables.patient.anzahl], (seen) => {
      forEachServiceIn(
        withPeriod(a, plusMonths(a.cutoffDate, -12) + 1, a.cutoffDate),
        pzrServices(a.snapshot),
        (i) => {
          const p = L.pat[i]!;
          if (p >= 0 && seen[p] === 0 && adult(p)) {
            seen[p] = 1;
            s.z('patient', p, 1);
          }
        },
      );
    });
  },
  pzrJePatient(a, s) {
    const { L, B, rawRows } = a.snapshot;
    withMarks([B.n, rawRows.tables.patient.anzahl], (days, seen) => {
      forEachServiceIn(a, pzrServices(a.snapshot), (i) => {
        const b = L.besuch[i]!,
          p = L.pat[i]!;
        if (b < 0 || days[b] === 1) return;
        days[b] = 1;
        s.z('leistung', L.rawRows[i]!, 1);
        if (seen[p] === 0) {
          seen[p] = 1;
          s.n('patient', p, 1);
        }
      });
    });
  },
  uptAnteil(a, s) {
    const { L, B } = a.snapshot;
    withMarks([B.n, B.n], (pzr, upt) => {
      forEachServiceIn(a, uptServices(a.snapshot), (i) => {
        const b = L.besuch[i]!;
        if (b >= 0 && upt[b] === 0) {
          upt[b] = 1;
          s.z('leistung', L.rawRows[i]!, 1);
          s.n('leistung', L.rawRows[i]!, 1);
        }
      });
      forEachServiceIn(a, pzrServices(a.snapshot), (i) => {
        const b = L.besuch[i]!;
        if (b >= 0 && pzr[b] === 0) {
          pzr[b] = 1;
          s.n('leistung', L.rawRows[i]!, 1);
        }
      });
    });
  },
  psiQuote(a, s) {
    const { L } = a.snapshot;
    forEachServiceIn(a, positionen(a.snapshot, SYSTEM.BEMA, /^01$/), (i) => {
      if (L.pat[i]! >= 0) s.n('leistung', L.rawRows[i]!, 1);
    });
    forEachServiceIn(a, psiServices(a.snapshot), (i) => {
      s.z('leistung', L.rawRows[i]!, 1);
    });
  },
  uptTreue(a, s) {
    const { rawRows, mergedInto, live } = a.snapshot,
      c = rawRows.tables.parfall.spalten,
      { from, tage } = uptDays(a.snapshot),
      marks = a.chosenMarks.behandler;
    for (const at of live.parfall) {
      const start = c['uptVon']![at]!,
        grad = c['grad']![at]!,
        pat = c['patid']![at]!;
      if (
        start === EMPTY ||
        grad < 0 ||
        pat < 0 ||
        (marks && (c['behandler']![at]! < 0 || marks[c['behandler']![at]!] === 0)) ||
        !matchesPatient(a, mergedInto[pat]!)
      )
        continue;
      const end = c['uptBis']![at] === EMPTY ? plusMonths(start, 24) : c['uptBis']![at]!;
      // Sessions are due on the last day of their part, the last session at the end of the last
      // part.
      if (start > a.cutoffDate || segmentEnd(segmentOf(end, grad), grad) < a.von) continue;
      const p = mergedInto[pat]!,
        done = new Set<number>();
      for (let g = from[p]!; g < from[p + 1]!; g += 1)
        if (tage[g]! >= start && tage[g]! <= end) done.add(segmentOf(tage[g]!, grad));
      for (let part = segmentOf(start, grad); part <= segmentOf(end, grad); part += 1) {
        const last = segmentEnd(part, grad);
        if (last < a.von || last > a.cutoffDate) continue;
        s.n('parfall', at, 1);
        if (done.has(part)) s.z('parfall', at, 1);
      }
    }
  },
  ipQuote(a, s) {
    const { L, B } = a.snapshot,
      birthDays = birthDayOf(a),
      isChild = (p: number, tag: number): boolean => {
        if (birthDays(p) === EMPTY || tag - birthDays(p) > 6_600) return false;
        const age = ageOn(birthDays(p), tag);
        return age >= 6 && age <= 17;
      };
    /** A patient's half-year, identified by the first visit in it. */
    const halfYearRow = (b: number): number => {
      const half = halfYearOfDay(B.tag[b]!),
        from = B.from[B.pat[b]!]!;
      let at = b;
      while (at > from && halfYearOfDay(B.tag[at - 1]!) === half) at -= 1;
      return at;
    };
    withMarks([B.n], (marks) => {
      forEachVisit(a, (b) => {
        const p = B.pat[b]!;
        if (!isChild(p, B.tag[b]!)) return;
        const at = halfYearRow(b);
        if (marks[at] === 0) {
          marks[at] = PRESENT;
          s.n('patient', p, 1);
        }
      });
      forEachServiceIn(a, positionen(a.snapshot, SYSTEM.BEMA, /^IP1$/), (i) => {
        const b = L.besuch[i]!;
        if (b < 0) return;
        const at = halfYearRow(b);
        if (marks[at] === PRESENT) {
          marks[at] = ERLEDIGT;
          s.z('patient', B.pat[b]!, 1);
        }
      });
    });
  },
};
