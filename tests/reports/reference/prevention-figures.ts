/** Prevention: cleanings, perio therapy, screening, children. */
import { DAY_MS, ageOn, dayText, plusDays, plusMonths, quarterNumber } from './calendar.ts';
import { hoursOf, type Row } from './practice.ts';
import { EURO, type Figures, type Scope } from './scope.ts';
import { daysWith, isPzr, isUpt } from './services.ts';
import { patientsOf } from './visits.ts';

/** Adds cleanings and the revenue of the hygienists. */
export function addCleanings(scope: Scope, figures: Figures): void {
  const { patients, chosenLines, linesInSpan, cutoff, activeNow, keptInSpan } = scope;
  const isAdult = (pat: string): boolean => {
    const born = patients.get(pat)?.['geburtsdatum'];
    return typeof born === 'string' && ageOn(born, cutoff) >= 18;
  };
  const cleanedInYear = patientsOf(
    chosenLines.filter(
      (l) =>
        isPzr(l) && String(l['datum']) > plusMonths(cutoff, -12) && String(l['datum']) <= cutoff,
    ),
  );
  figures.add(
    'pzrQuote',
    [...cleanedInYear].filter(isAdult).length,
    [...activeNow].filter(isAdult).length,
  );
  const cleanings = daysWith(linesInSpan, isPzr).size;
  const perioSessions = daysWith(linesInSpan, isUpt).size;
  figures.add('pzrJePatient', cleanings, patientsOf(linesInSpan.filter(isPzr)).size);
  const isHygienist = (id: unknown): boolean =>
    scope.fieldOf('behandler', id, 'art') === 'PROPHYLAXE';
  figures.add(
    'prophylaxeStundensatz',
    scope.booking('honorar', (l) => isHygienist(l['behandler'])) / EURO,
    hoursOf(keptInSpan.filter((t) => isHygienist(t['behandler']))),
  );
  figures.add('uptAnteil', perioSessions, perioSessions + cleanings);
}

/** Days of a perio case's supportive therapy. */
interface Course {
  readonly pat: string;
  readonly start: string;
  readonly end: string;
}

/** Spans of the calendar years of a course, each of which needs a session. */
function spansOf({ start, end }: Course, grade: unknown): { from: string; to: string }[] {
  const parts = grade === 'A' ? 1 : grade === 'B' ? 2 : 3;
  const months = 12 / parts;
  const spans: { from: string; to: string }[] = [];
  for (let year = Number(start.slice(0, 4)); year <= Number(end.slice(0, 4)); year += 1)
    for (let n = 0; n < parts; n += 1)
      spans.push({
        from: dayText(Date.UTC(year, n * months, 1) / DAY_MS),
        to: dayText(Date.UTC(year, (n + 1) * months, 0) / DAY_MS),
      });
  return spans.filter(({ from, to }) => to >= start && from <= end);
}

/** Due and completed sessions of a case within the period. */
function sessionsOf(scope: Scope, c: Row): { due: number; done: number } {
  const { filter, cutoff, lines, mergedInto } = scope;
  const start = String(c['uptVon']);
  const end = c['uptBis'] === null ? plusMonths(start, 24) : String(c['uptBis']);
  const course = { pat: mergedInto(c['patid']), start, end };
  const due = spansOf(course, c['grad']).filter(({ to }) => to >= filter.von && to <= cutoff);
  const done = due.filter(({ from, to }) =>
    lines.some(
      (l) =>
        l.pat === course.pat &&
        isUpt(l) &&
        String(l['datum']) >= start &&
        String(l['datum']) <= end &&
        String(l['datum']) >= from &&
        String(l['datum']) <= to,
    ),
  );
  return { due: due.length, done: done.length };
}

/** Adds perio cases, screening and kept supportive sessions. */
export function addPerio(scope: Scope, figures: Figures): void {
  const { of, within, isChosenAuthor, isChosenPatient, mergedInto, lines, linesInSpan } = scope;
  const isChosen = (c: Row): boolean =>
    isChosenAuthor(c['behandler']) && isChosenPatient(mergedInto(c['patid']));
  const cases = of('parfall').filter((c) => within(c['erstelltAm']) && isChosen(c));
  figures.add(
    'parTrichter',
    cases.filter(
      (c) =>
        typeof c['uptVon'] === 'string' && c['uptVon'] <= plusDays(String(c['erstelltAm']), 365),
    ).length,
    cases.length,
  );
  const exams = linesInSpan.filter((l) => l['system'] === 'BEMA' && l['nr'] === '01');
  figures.add(
    'psiQuote',
    exams.filter((e) =>
      lines.some(
        (l) =>
          l.pat === e.pat &&
          l['system'] === 'BEMA' &&
          l['nr'] === '04' &&
          String(l['datum']) <= String(e['datum']) &&
          quarterNumber(String(l['datum'])) >= quarterNumber(String(e['datum'])) - 7,
      ),
    ).length,
    exams.length,
  );
  const sessions = of('parfall')
    .filter((c) => c['uptVon'] !== null && c['grad'] !== null && isChosen(c))
    .map((c) => sessionsOf(scope, c));
  figures.add(
    'uptTreue',
    sessions.reduce((n, one) => n + one.done, 0),
    sessions.reduce((n, one) => n + one.due, 0),
  );
}

/** Adds the share of children with individual prevention, by half-year. */
export function addChildren(
  { visitsInSpan, patients, linesInSpan }: Scope,
  figures: Figures,
): void {
  const half = (d: string): string => `${d.slice(0, 4)}${d.slice(5, 7) > '06' ? 'b' : 'a'}`;
  const children = new Set(
    visitsInSpan
      .filter((v) => {
        const born = patients.get(v.pat)?.['geburtsdatum'];
        return typeof born === 'string' && ageOn(born, v.tag) >= 6 && ageOn(born, v.tag) <= 17;
      })
      .map((v) => `${v.pat}|${half(v.tag)}`),
  );
  figures.add(
    'ipQuote',
    new Set(
      linesInSpan
        .filter((l) => l['system'] === 'BEMA' && l['nr'] === 'IP1')
        .map((l) => `${l.pat}|${half(String(l['datum']))}`)
        .filter((key) => children.has(key)),
    ).size,
    children.size,
  );
}
