// The readable record of a document that was not signed on a device: a scanned paper, or the receipt
// of a withdrawal; in German and English.

import type {
  Block,
  DocumentData,
  DocumentPraxis,
  LocalText,
} from '../../../../shared/desk/document.ts';
import { ZONE } from '../../../../shared/base/dates.ts';
import type { ProofLevel } from '../../../../shared/papers/seal/proof-level.ts';
import type { PaperStanding } from '../../../../shared/papers/verify.ts';
import { printedInstant } from '../../../paper/pdf/page.ts';

export interface RecordFacts {
  /** Id of this page. */
  readonly id: string;
  /** Title, id, hash and day (UTC ms) of the document. */
  readonly title: string;
  readonly fileId: string;
  readonly sha256: string;
  readonly listedAt: number;
  /** How it came into the record, a line each. */
  readonly entry: readonly LocalText[];
  /** Level as written into the file; null if it is not known. */
  readonly level: ProofLevel | null;
  /** End of the newest document time stamp (UTC ms); null without one. */
  readonly until: number | null;
  readonly standing: PaperStanding | null;
  readonly praxis: DocumentPraxis;
  readonly patient: DocumentData['patient'];
  /** User who made the page, and when (UTC ms). */
  readonly madeBy: string;
  readonly at: number;
}

/** A text in both languages of this page. */
export const both = (de: string, en: string): LocalText => ({ de, en });
/** An instant as text, in German and English alike. */
export const instantText = (at: number): string => printedInstant(at, ZONE).replace(/ Uhr$/, '');

const STANDING: Readonly<
  Record<Exclude<PaperStanding['state'], 'holds'>, (day: string) => LocalText>
> = {
  voided: (day) => both(`Für ungültig erklärt am ${day}.`, `Declared void on ${day}.`),
  withdrawn: (day) => both(`Widerrufen am ${day}.`, `Withdrawn on ${day}.`),
  replaced: (day) => both(`Ersetzt am ${day}.`, `Replaced on ${day}.`),
  partly_withdrawn: (day) => both(`In Teilen widerrufen am ${day}.`, `Partly withdrawn on ${day}.`),
};

function afterwards({ standing }: RecordFacts): LocalText {
  if (standing === null || standing.state === 'holds')
    return both('Nichts; das Dokument gilt unverändert.', 'Nothing; the document holds unchanged.');
  return STANDING[standing.state](standing.at === null ? '–' : instantText(standing.at));
}

function sealLines({ level, until, sha256 }: RecordFacts): LocalText[] {
  const stamp =
    level === null
      ? both(
          'Siegel der Praxis; die Stufe ist nicht aufgezeichnet.',
          'Seal of the practice; its level is not recorded.',
        )
      : level === 'B-B'
        ? both(
            'Siegel der Praxis ohne Zeitstempel (PAdES B-B).',
            'Seal of the practice without a time stamp (PAdES B-B).',
          )
        : both(
            `Siegel der Praxis mit unabhängigem Zeitstempel (PAdES ${level}).`,
            `Seal of the practice with an independent time stamp (PAdES ${level}).`,
          );
  return [
    stamp,
    ...(until === null
      ? []
      : [
          both(
            `Der neueste Zeitstempel ist prüfbar bis ${instantText(until)}.`,
            `The newest time stamp can be verified until ${instantText(until)}.`,
          ),
        ]),
    both(
      `Prüfsumme des Dokuments (SHA-256): ${sha256}`,
      `Checksum of the document (SHA-256): ${sha256}`,
    ),
  ];
}

/** Builds the page. */
export function recordDocument(facts: RecordFacts): DocumentData {
  const { id, title, fileId, listedAt, entry, praxis, patient, madeBy, at } = facts;
  const section = (name: string, heading: LocalText, items: readonly LocalText[]) => {
    const body: readonly Block[] = [{ type: 'ul', items }];
    return { id: name, heading, body };
  };
  return {
    v: 1,
    template: { id: 'protokoll', version: 1, kind: 'plan', talk: false, source: ['§ 630f BGB'] },
    formRequirement: {
      form: 'none',
      reason: both(
        'Diese Seite fasst zusammen, was die Praxis zu dem Dokument aufgezeichnet hat.',
        'This page sums up what the practice recorded about the document.',
      ),
      source: '',
    },
    languages: ['de', 'en'],
    available: ['de', 'en'],
    title: both('Protokoll zum Dokument', 'Record of the document'),
    sections: [
      section('papier', both('Das Dokument', 'The document'), [
        both(`Titel: ${title}`, `Title: ${title}`),
        both(`Nummer: ${fileId}`, `Number: ${fileId}`),
        both(
          `In der Akte seit ${instantText(listedAt)}`,
          `In the record since ${instantText(listedAt)}`,
        ),
      ]),
      section('eingang', both('Wie es in die Akte kam', 'How it came into the record'), entry),
      section('siegel', both('Siegel', 'Seal'), sealLines(facts)),
      section('danach', both('Was danach geschah', 'What happened afterwards'), [
        afterwards(facts),
        both(`Stand: ${instantText(at)}`, `As of ${instantText(at)}`),
      ]),
    ],
    declarations: [],
    signers: [{ role: 'witness', name: madeBy, capacity: 'für die Praxis' }],
    fields: [],
    praxis: {
      name: praxis.name,
      anschrift: praxis.anschrift,
      telefon: praxis.telefon,
      mail: praxis.mail,
    },
    patient,
    taskId: id,
    createdAt: at,
    zone: ZONE,
  };
}
