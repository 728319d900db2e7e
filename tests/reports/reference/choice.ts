/** Rows of a practice that a filter chooses. */
import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import type { KeywordPattern } from '../../../shared/analytics/deliveries/keywords.ts';
import { TODAY } from '../random-practice/draw.ts';
import { matchesKeywords } from './keywords.ts';
import type { Appointment, Line, ReferencePractice, Row } from './practice.ts';

export interface Choice {
  readonly filter: PracticeReportFilter;
  /** Last day that counts: the end of the period, today at the latest. */
  readonly cutoff: string;
  within: (day: unknown, von?: string, bis?: string) => boolean;
  isChosenPractitioner: (id: unknown) => boolean;
  /** Checks rows with a practitioner and no stamp of their own, such as plans and hours. */
  isChosenAuthor: (id: unknown) => boolean;
  isChosenLine: (line: Line) => boolean;
  isChosenPatient: (pat: string) => boolean;
  /** Services chosen on any day. */
  readonly chosenLines: readonly Line[];
  readonly linesInSpan: readonly Line[];
  readonly appointmentsInSpan: readonly Appointment[];
  readonly keptInSpan: readonly Appointment[];
  /** Hours of treatment on any day, chosen or not. */
  readonly treatmentHours: readonly Row[];
  /** Checks whether a practitioner is away at a minute of a day. */
  isAway: (who: unknown, day: unknown, minute: number) => boolean;
  readonly hoursInSpan: readonly Row[];
  isChosenAppointment: (t: Appointment) => boolean;
  /** Returns the standard group of an appointment; empty without one. */
  groupOf: (type: unknown, keywords: unknown) => string;
}

/** Checks a value against the chosen ones; no choice allows every value. */
export const isAllowed = (list: readonly string[], value: unknown): boolean =>
  list.length === 0 || list.includes(String(value));

/** Applies a filter to the rows of a practice. */
export function choose(
  practice: ReferencePractice,
  f: PracticeReportFilter,
  patterns: readonly KeywordPattern[],
): Choice {
  const { fieldOf, insuranceOf, patients, lines, appointments, of } = practice;
  const isChosenPractitioner = (id: unknown): boolean =>
    isAllowed(f.behandler, id) &&
    (f.teams.length === 0 || f.teams.includes(String(fieldOf('behandler', id, 'team'))));
  const isChosenAuthor = (id: unknown): boolean =>
    isChosenPractitioner(id) && isAllowed(f.stempel, fieldOf('behandler', id, 'stempel'));
  // Group of the type, otherwise of the first matching keyword pattern.
  const groupOf = (type: unknown, stichworte: unknown): string => {
    const own = fieldOf('terminarten', type, 'standardgruppe');
    if (typeof own === 'string') return own;
    const found = patterns.find(
      (one) => typeof stichworte === 'string' && matchesKeywords(one.muster, stichworte),
    );
    return found?.gruppe ?? '';
  };
  const isChosenType = (type: unknown, stichworte: unknown): boolean =>
    isAllowed(f.terminart, type) &&
    (f.termingruppe.length === 0 ||
      f.termingruppe.includes(String(fieldOf('terminarten', type, 'gruppe'))) ||
      f.termingruppe.includes(groupOf(type, stichworte)));
  const isChosenLine = (l: Line): boolean =>
    isChosenPractitioner(l['behandler']) &&
    isAllowed(f.zimmer, l.zimmer) &&
    isAllowed(f.stempel, l.stempel) &&
    isAllowed(f.versicherung, l.insuranceOf) &&
    isAllowed(f.bereich, l.bereich) &&
    isChosenType(l.art, l.stichworte);
  const isChosenAppointment = (t: Appointment): boolean =>
    isChosenAuthor(t['behandler']) &&
    isAllowed(f.zimmer, t['zimmer']) &&
    isAllowed(f.versicherung, insuranceOf(t.pat)) &&
    isChosenType(t['terminart'], t['stichworte']);
  const isChosenPatient = (pat: string): boolean =>
    f.versicherung.length === 0 ||
    (patients.has(pat) && f.versicherung.includes(insuranceOf(pat) as 'GKV'));
  const within = (day: unknown, von = f.von, bis = f.bis): boolean =>
    typeof day === 'string' && day >= von && day <= bis;

  const chosenLines = lines.filter(isChosenLine);
  const appointmentsInSpan = appointments.filter((t) => within(t.tag) && isChosenAppointment(t));
  const treatmentHours = of('arbeitszeit').filter(
    (a) => a['typ'] === 'BEHANDLUNG' && Number(a['bis']) > Number(a['von']),
  );
  const absences = of('arbeitszeit').filter((a) => a['typ'] === 'ABWESEND');
  return {
    filter: f,
    cutoff: f.bis < TODAY ? f.bis : TODAY,
    within,
    isChosenPractitioner,
    isChosenAuthor,
    isChosenLine,
    isChosenPatient,
    isChosenAppointment,
    groupOf,
    chosenLines,
    linesInSpan: chosenLines.filter((l) => within(l['datum'])),
    appointmentsInSpan,
    keptInSpan: appointmentsInSpan.filter((t) => t['status'] === 'WAHRGENOMMEN'),
    treatmentHours,
    isAway: (who, day, minute) =>
      absences.some(
        (a) =>
          a['behandler'] === who &&
          a['datum'] === day &&
          minute >= Number(a['von']) &&
          minute < Number(a['bis']),
      ),
    hoursInSpan: treatmentHours.filter(
      (a) =>
        isChosenAuthor(a['behandler']) && isAllowed(f.zimmer, a['zimmer']) && within(a['datum']),
    ),
  };
}
