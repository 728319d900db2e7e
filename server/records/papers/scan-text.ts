// Text next to scanned pages in their document: the paper, who submitted and filed it, and what the
// seal covers for pictures.

import { germanMoment, ZONE } from '../../../shared/base/dates.ts';
import type { DocumentData, DocumentPraxis } from '../../../shared/desk/document.ts';

export interface ScanFacts {
  readonly fileId: string;
  readonly praxis: DocumentPraxis;
  readonly patient: {
    readonly name: string;
    readonly geburtsdatum: string;
    readonly patid: string;
  };
  /** Title of the paper, or as named by staff. */
  readonly paper: string;
  /** Hash of each page's picture, in order. */
  readonly pages: readonly string[];
  /** When and by whom it was submitted and filed; UTC ms. No user for pages filed by their code. */
  readonly at: number /** Null: through the scanner's folder. */;
  readonly broughtBy: string | null;
  readonly filedAt: number;
  readonly filedBy: string | null;
}

/** Builds a regular document: hashed, printed and sealed by the same code. */
export function scanDocument({
  fileId,
  praxis,
  patient,
  paper,
  pages,
  at,
  broughtBy,
  filedAt,
  filedBy,
}: ScanFacts): DocumentData {
  const count = pages.length === 1 ? 'eine Seite' : `${pages.length} Seiten`;
  return {
    v: 1,
    template: { id: 'scan', version: 1, kind: 'plan', talk: false, source: ['§ 630f BGB'] },
    formRequirement: {
      form: 'none',
      reason: { de: 'Das Papier selbst trägt die Unterschrift; dies ist sein Bild.' },
      source: '§ 630f BGB',
    },
    languages: ['de'],
    available: ['de'],
    title: { de: `Scan vom ${germanMoment(at).slice(0, 10)}: ${paper}` },
    sections: [
      {
        id: 'was',
        heading: { de: 'Was eingelesen wurde' },
        body: [
          {
            type: 'p',
            text: {
              de: `${paper}, ${count}. Eingelesen am ${germanMoment(at)} Uhr ${broughtBy === null ? 'über den Scan-Ordner' : `durch ${broughtBy}`}; ${filedBy === null ? 'nach dem gedruckten Code abgelegt' : `abgelegt durch ${filedBy}`} am ${germanMoment(filedAt)} Uhr.`,
            },
          },
        ],
      },
      {
        id: 'bilder',
        heading: { de: 'Prüfsummen der Bilder (SHA-256)' },
        body: [
          {
            type: 'ul',
            items: pages.map((one, n) => ({
              de: `Seite ${n + 1}: ${one.replace(/(.{16})(?=.)/g, '$1 ')}`,
            })),
          },
        ],
      },
      {
        id: 'siegel',
        heading: { de: 'Was das Siegel sagt' },
        body: [
          {
            type: 'note',
            text: {
              de: 'Das Siegel der Praxis hält fest, dass diese Bilder seit dem Ablegen unverändert sind. Es ersetzt nicht die Unterschrift von Hand: Das unterschriebene Papier bleibt aufbewahrt.',
            },
          },
        ],
      },
    ],
    declarations: [],
    signers: [
      { role: 'witness', name: filedBy ?? broughtBy ?? praxis.name, capacity: 'für die Praxis' },
    ],
    fields: [],
    praxis: {
      name: praxis.name,
      anschrift: praxis.anschrift,
      telefon: praxis.telefon,
      mail: praxis.mail,
    },
    patient,
    taskId: fileId,
    createdAt: filedAt,
    zone: ZONE,
  };
}
