// "Who has seen my record?" on paper for the patient: one PDF with the practice's letterhead, plain
// German and every recorded access.

import { germanDay, germanMoment, berlinDay } from '../../../shared/base/dates.ts';
import type { AuditItem } from '../../../shared/operations/audit.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { Look } from '../work.ts';
import { readAccess, type AuditNames } from './read-audit.ts';
import { firstAt } from './store-read.ts';

export interface AccessPdfDeps {
  renderer: Pick<Renderer, 'renderReport'>;
  praxis: (
    look: Look,
  ) => Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
  /** Birth date (`YYYY-MM-DD`) of a person with a record. */
  birthOf: (look: Look, patid: string) => Promise<string | undefined>;
}

const KINDS: Readonly<Record<string, string>> = {
  user: 'früheres Konto der Praxis',
  administrator: 'Hersteller (Administration)',
  support: 'Hersteller (Kundendienst)',
  tablet: 'Tablet der Praxis',
  api: 'Programm der Praxis',
  r4c: 'r4c-Dienst der Praxis',
  collector: 'Datensammler der Praxis',
  system: 'Molar',
};
const ROLES: Readonly<Record<string, string>> = {
  owner: 'Praxisinhaberin oder -inhaber',
  staff: 'Praxisteam',
  reception: 'Empfang',
  administrator: 'Hersteller',
  support: 'Hersteller',
};
const RESULTS = { done: '', refused: ' (abgelehnt)', alarm: ' (auffällig)' } as const;
const WORDS = [
  'Diese Liste nennt jeden Zugriff auf Ihre Daten, den Molar, das Programm unserer Praxis, verzeichnet hat: wer wann was geöffnet, gesehen oder geändert hat. Das Neueste steht oben.',
  'Auch wer am Empfang oder in einer Suche nur Ihren Namen gesehen hat, steht hier. Solange jemand weiter hinsieht, wird das nicht noch einmal verzeichnet, sondern erst wieder nach zehn Minuten Pause.',
  'Das Protokoll wird vom Programm selbst geführt; die Einträge sind miteinander verkettet, sodass eine nachträgliche Änderung auffällt. Zugriffe auf Papier oder in anderen Programmen der Praxis stehen hier nicht. Wenn Sie Fragen zu einem Eintrag haben, sprechen Sie uns bitte an.',
];

const whoOf = ({ who }: AuditItem): string => who.name || (KINDS[who.kind] ?? who.kind);

/**
 * Renders the accesses to one patient's record.
 * @throws AppError forbidden, not_found, pdf_failed
 */
export async function accessPdf(
  deps: AccessPdfDeps,
  names: AuditNames,
  look: Look,
  patid: string,
): Promise<Uint8Array> {
  const { patient, items, at } = await readAccess(names, look, patid);
  const birth = await deps.birthOf(look, patid),
    since = await firstAt(look);
  try {
    return await deps.renderer.renderReport({
      title: 'Wer hat meine Akte gesehen?',
      praxis: await deps.praxis(look),
      createdAt: at,
      words: WORDS,
      empty: 'Im genannten Zeitraum hat niemand auf Ihre Daten zugegriffen.',
      facts: [
        { label: 'Patientin oder Patient', value: patient || '–', wide: true },
        { label: 'geboren am', value: birth === undefined ? '–' : germanDay(birth) },
        { label: 'Patientennummer', value: patid },
        {
          label: 'Zeitraum',
          value: `${germanDay(berlinDay(since ?? at))} bis ${germanDay(berlinDay(at))}`,
        },
      ],
      columns: [
        { name: 'Zeit' },
        { name: 'Wer', wide: true },
        { name: 'Aufgabe', wide: true },
        { name: 'Was', wide: true },
      ],
      rows: items.map((i) => [
        germanMoment(i.at),
        whoOf(i),
        ROLES[i.role] ?? '',
        `${i.de}${RESULTS[i.result]}`,
      ]),
    });
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('pdf_failed', { cause });
  }
}
