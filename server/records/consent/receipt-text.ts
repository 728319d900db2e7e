// Text of a withdrawal's receipt: the withdrawn consent, its last day, and the consequences.

import type { Purpose } from '../../../shared/papers/consent.ts';
import { germanMoment } from '../../../shared/base/dates.ts';
import type {
  Block,
  DocumentData,
  DocumentPraxis,
  LocalText,
} from '../../../shared/desk/document.ts';

const EFFECT: Readonly<Record<Purpose, LocalText>> = {
  recall: {
    de: 'Wir erinnern auf diesen Wegen ab sofort nicht mehr an Vorsorge, Zahnreinigung oder Kontrolle.',
    en: 'From now on we no longer send reminders of check-ups, cleanings or follow-ups in these ways.',
  },
  photo: {
    de: 'Ab sofort machen und verwenden wir auf dieser Grundlage keine Bilder mehr.',
    en: 'From now on we no longer take or use pictures on this basis.',
  },
  factoring: {
    de: 'Künftige Rechnungen kommen direkt von der Praxis. Rechnungen, die schon übergeben wurden, bleiben davon unberührt.',
    en: 'Future invoices come directly from the practice. Invoices already handed over remain unaffected.',
  },
  treatment: {
    de: 'Die Behandlung wird ab sofort nicht fortgesetzt, solange nicht neu gesprochen und eingewilligt wurde. Was bis jetzt geschehen ist, bleibt rechtmäßig.',
    en: 'Treatment does not go on from now unless it was talked about and consented to anew. What was done so far remains lawful.',
  },
  privacy: { de: 'Ab sofort gilt sie nicht mehr.', en: 'From now on it no longer applies.' },
  other: { de: 'Ab sofort gilt sie nicht mehr.', en: 'From now on it no longer applies.' },
};

export interface ReceiptFacts {
  readonly withdrawalId: string;
  readonly purpose: Purpose;
  readonly praxis: DocumentPraxis;
  /** The consented paper. */
  readonly paper: DocumentData;
  /** Times of signature and withdrawal; UTC ms. */
  readonly since: number;
  readonly at: number;
  readonly parts: readonly string[] | null;
  /** Member of staff who recorded the withdrawal. */
  readonly takenBy: string;
}

/**
 * Builds the receipt as a regular document: displayed, hashed, printed and sealed by the same code.
 */
export function receiptDocument({
  withdrawalId,
  purpose,
  praxis,
  paper,
  since,
  at,
  parts,
  takenBy,
}: ReceiptFacts): DocumentData {
  const english = paper.title['en'] ?? paper.title.de,
    taken = paper.declarations.filter((one) => parts?.includes(one.id) === true);
  const what: Block[] = [
    {
      type: 'p',
      text: {
        de: `${paper.patient.name} hat am ${germanMoment(at)} Uhr widerrufen: ${paper.title.de}, vom ${germanMoment(since)} Uhr.`,
        en: `${paper.patient.name} withdrew on ${germanMoment(at)}: ${english}, of ${germanMoment(since)}.`,
      },
    },
    ...(taken.length === 0
      ? []
      : ([
          {
            type: 'p',
            text: {
              de: 'Nur diese Erklärungen; alles andere gilt weiter:',
              en: 'Only these declarations; everything else still holds:',
            },
          },
          {
            type: 'ul',
            items: taken.map((one) => ({ de: one.text.de, en: one.text['en'] ?? one.text.de })),
          },
        ] satisfies Block[])),
  ];
  return {
    v: 1,
    template: {
      id: 'widerruf',
      version: 1,
      kind: 'plan',
      talk: false,
      source: ['Art. 7 Abs. 3 DSGVO', '§ 630d Abs. 3 BGB'],
    },
    formRequirement: {
      form: 'none',
      reason: {
        de: 'Ein Widerruf ist an keine Form gebunden.',
        en: 'A withdrawal needs no particular form.',
      },
      source: 'Art. 7 Abs. 3 DSGVO',
    },
    languages: paper.languages.includes('en') ? ['de', 'en'] : ['de'],
    available: ['de', 'en'],
    title: { de: 'Bestätigung: Einwilligung widerrufen', en: 'Receipt: consent withdrawn' },
    sections: [
      { id: 'was', heading: { de: 'Was widerrufen wurde', en: 'What was withdrawn' }, body: what },
      {
        id: 'folge',
        heading: { de: 'Was jetzt gilt', en: 'What applies now' },
        body: [
          { type: 'p', text: EFFECT[purpose] },
          {
            type: 'note',
            text: {
              de: 'Ein Widerruf braucht keinen Grund und gilt für die Zukunft. Das unterschriebene Papier bleibt aufbewahrt, solange das Gesetz es verlangt (§ 630f Abs. 3 BGB).',
              en: 'A withdrawal needs no reason and applies to the future. The signed paper is kept as long as the law requires (§ 630f para. 3 BGB).',
            },
          },
        ],
      },
    ],
    declarations: [],
    signers: [{ role: 'witness', name: takenBy, capacity: 'für die Praxis' }],
    fields: [],
    praxis: {
      name: praxis.name,
      anschrift: praxis.anschrift,
      telefon: praxis.telefon,
      mail: praxis.mail,
    },
    patient: paper.patient,
    taskId: withdrawalId,
    createdAt: at,
    zone: paper.zone,
  };
}
