// Printed papers or questionnaires of one patient: signed or answered ones and missing ones, in
// German.

import { germanDay, berlinDay } from '../../../shared/base/dates.ts';
import type { PersonPapers, PersonPapersPdf } from '../../../shared/papers/papers.schema.ts';
import { isolateName } from '../../paper/pdf/rtl-numbers.ts';
import type { Report } from '../../paper/pdf/report.ts';

const PARTS: Readonly<
  Record<
    PersonPapersPdf['teil'],
    { title: string; column: string; done: string; missing: string; empty: string }
  >
> = {
  papiere: {
    title: 'Unterlagen',
    column: 'Papier',
    done: 'unterschrieben',
    missing: 'Unterschrift fehlt',
    empty: 'Hierzu gibt es kein Papier.',
  },
  boegen: {
    title: 'Fragebögen',
    column: 'Fragebogen',
    done: 'beantwortet',
    missing: 'offen',
    empty: 'Hierzu gibt es keinen Fragebogen.',
  },
};

/**
 * Renders the list of papers.
 * @param person name and date of birth for the heading
 * @param asked papers or questionnaires, and only completed or missing ones
 */
export function papersReport(
  found: PersonPapers,
  { teil, stand }: PersonPapersPdf,
  person: { patid: string; name: string; geburtsdatum: string },
  praxis: Report['praxis'],
  now: number,
): Report {
  const { title, column, ...words } = PARTS[teil],
    isPapers = teil === 'papiere';
  const rows = (
    isPapers ? found.papers : found.forms.map((one) => ({ ...one, waitsFor: [] }))
  ).filter((one) => stand === undefined || one.stand === stand);
  return {
    title: `${title}: ${isolateName(person.name)}, *${germanDay(person.geburtsdatum)}`,
    praxis,
    createdAt: now,
    facts: [
      { label: 'Patientennummer', value: person.patid },
      { label: 'Zeilen', value: String(rows.length) },
    ],
    words: stand === undefined ? [] : [`Nur: ${words[stand]}`],
    empty: words.empty,
    columns: [
      { name: column, wide: true },
      { name: 'Stand' },
      { name: 'Tag' },
      ...(isPapers ? [{ name: 'Es fehlt' }] : []),
    ],
    rows: rows.map((one) => [
      one.title,
      words[one.stand],
      germanDay(berlinDay(one.at)),
      ...(isPapers ? [one.waitsFor.join(', ')] : []),
    ]),
  };
}
