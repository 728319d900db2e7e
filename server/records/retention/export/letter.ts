// Letter to a person who demanded erasure: the erased data, the kept data, until when, by which
// law, and their remedies (Art. 12 Abs. 3 and 4 GDPR).

import { germanDay, germanMoment } from '../../../../shared/base/dates.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { KeptThing } from '../../../../shared/records/retention.ts';
import type { PersonRights } from '../../../../shared/records/retention.schema.ts';
import type { Look } from '../../../platform/work.ts';
import type { RetentionDeps } from '../links.ts';

const KEPT_WORDS: Readonly<Record<KeptThing, string>> = {
  documents: 'Dokumente der Behandlung',
  xrays: 'Röntgenbilder',
  answers: 'Antworten auf Fragebögen (Anamnese)',
  papers: 'Einwilligungen und andere Dokumente mit ihrem Nachweis',
  withdrawals: 'Widerrufe von Einwilligungen',
  termine: 'Termine',
  delivered: 'Einträge aus der Praxissoftware (Leistungen, Pläne, Rechnungen)',
};
const WORDS = [
  'Sie haben verlangt, dass wir Ihre Daten löschen. Was wir nicht aufbewahren müssen, haben wir gelöscht. Was unten steht, müssen wir nach dem Gesetz noch aufbewahren; so lange dürfen wir es nicht löschen (Art. 17 Abs. 3 Buchst. b DSGVO).',
  'Diese Daten sind bei uns gesperrt: Sie stehen in keiner Liste mehr, niemand arbeitet mit ihnen, und wer sie aus einem zwingenden Grund öffnen muss, nennt den Grund; das wird verzeichnet. Nach dem genannten Tag werden sie gelöscht.',
  'Sie können sich bei der Datenschutz-Aufsichtsbehörde Ihres Bundeslandes beschweren oder vor Gericht gehen, wenn Sie damit nicht einverstanden sind.',
];

/**
 * Renders the letter to a person.
 * @throws AppError state_conflict when no demand ended in a closed record, pdf_failed
 */
export async function demandLetter(
  deps: Pick<RetentionDeps, 'renderer' | 'praxis'>,
  look: Look,
  rights: PersonRights,
): Promise<Uint8Array> {
  const { restriction } = rights;
  if (restriction?.erasedAt == null) throw new AppError('state_conflict');
  try {
    return await deps.renderer.renderReport({
      title: 'Ihre Daten in unserer Praxis',
      praxis: await deps.praxis(look),
      createdAt: look.now,
      words: WORDS,
      empty: 'Nichts.',
      facts: [
        { label: 'Patientin oder Patient', value: rights.name, wide: true },
        { label: 'geboren am', value: germanDay(rights.geburtsdatum) },
        { label: 'Patientennummer', value: rights.patid },
        { label: 'Gelöscht und gesperrt am', value: germanMoment(restriction.erasedAt) },
      ],
      columns: [
        { name: 'Was bleibt', wide: true },
        { name: 'Anzahl' },
        { name: 'Bis' },
        { name: 'Gesetz', wide: true },
      ],
      rows: rights.kept.map((one) => [
        KEPT_WORDS[one.thing],
        String(one.count),
        germanDay(one.until),
        one.law,
      ]),
    });
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('pdf_failed', { cause });
  }
}
