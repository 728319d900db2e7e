// Report of a deletion as a PDF: when, who released it, how many of what; no names, only numbers
// that identify no person.

import { germanMoment } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { SkipReason } from '../../../shared/records/retention.ts';
import type { Look } from '../../platform/work.ts';
import type { RetentionDeps } from './links.ts';
import { runOf } from './release.ts';
import { findRun, itemsOfRuns } from './store.ts';

const KINDS = {
  record: 'Akte',
  xray: 'Röntgenbilder',
  rest: 'Was nicht aufbewahrt werden muss; die Akte bleibt und ist geschlossen',
} as const;
const WHY: Readonly<Record<SkipReason, string>> = {
  hold: 'nicht gelöscht: Löschsperre',
  not_due: 'nicht gelöscht: nicht mehr fällig',
  open: 'nicht gelöscht: offener Vorgang',
  gone: 'nichts mehr vorhanden',
};
const STATES = {
  waiting: 'noch nicht',
  erasing: 'begonnen',
  done: 'gelöscht',
  skipped: '',
} as const;
const WORDS = [
  'Dieser Bericht belegt eine Löschung. Er nennt niemanden: Die Nummern sind aus einem Schlüssel berechnet und führen ohne ihn zu keiner Person.',
  'Gelöscht sind die Einträge in der Datenbank und die Dateien, die sonst nichts mehr braucht. In Sicherungen, die vorher gemacht wurden, vergehen sie mit diesen, spätestens nach einem Jahr; wird eine davon zurückgespielt, löscht Molar sie vor dem Start noch einmal.',
];

/**
 * Renders the report of a deletion.
 * @throws AppError not_found, state_conflict before it has ended, pdf_failed
 */
export async function reportPdf(
  deps: Pick<RetentionDeps, 'renderer' | 'praxis'>,
  look: Look,
  runId: string,
): Promise<Uint8Array> {
  const row = await findRun(look, runId);
  if (!row) throw new AppError('not_found');
  if (row.state !== 'done') throw new AppError('state_conflict');
  const items = await itemsOfRuns(look, [runId]),
    run = runOf(row, items),
    { counts } = run;
  try {
    return await deps.renderer.renderReport({
      title: 'Löschbericht',
      praxis: await deps.praxis(look),
      createdAt: look.now,
      words: WORDS,
      empty: 'Niemand.',
      facts: [
        {
          label: 'Anlass',
          value:
            run.origin === 'due'
              ? 'Aufbewahrungsfrist abgelaufen'
              : 'Verlangen der Person (Art. 17 DSGVO)',
          wide: true,
        },
        { label: 'Freigegeben von', value: run.releasedByName },
        { label: 'Freigegeben am', value: germanMoment(run.releasedAt) },
        { label: 'Begonnen', value: germanMoment(run.startedAt ?? run.releasedAt) },
        { label: 'Beendet', value: germanMoment(run.endedAt ?? run.releasedAt) },
        {
          label: 'Gelöscht',
          value: `${counts.people} Akten, ${counts.documents} Dokumente, ${counts.papers} Vorgänge, ${counts.answers} Antwortbögen, ${counts.termine} Termine, ${counts.files} Dateien, ${counts.others} weitere Einträge`,
          wide: true,
        },
      ],
      columns: [
        { name: 'Nummer' },
        { name: 'Art' },
        { name: 'Frist endete' },
        { name: 'Ergebnis', wide: true },
        { name: 'Dokumente' },
        { name: 'Dateien' },
      ],
      rows: items.map((one) => [
        one.number,
        KINDS[one.kind],
        one.kind === 'rest' ? `läuft bis ${one.year}` : String(one.year),
        one.why === null ? STATES[one.state] : WHY[one.why],
        String(one.counts.documents),
        String(one.counts.files),
      ]),
    });
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('pdf_failed', { cause });
  }
}
