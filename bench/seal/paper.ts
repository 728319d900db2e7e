/**
 * The document every candidate makes: a consent to an extraction, three declarations, two signing
 * parents, 459 points each.
 */
import { findTemplate } from '../../catalog/consent/catalogue.ts';
import type { DocumentData } from '../../shared/desk/document.ts';
import { resolveDocument } from '../../shared/desk/document.ts';
import type { Ink } from '../../shared/papers/signature.ts';

export const SIGNERS = [
  { role: 'parent1', name: 'Anna Groß' },
  { role: 'parent2', name: 'Benedikt Groß' },
] as const;
export const TEMPLATE = 'extraktion@1';
export const FIELDS = { zahn: '36' };
const ZONE = 'Europe/Berlin';

/** Returns the document; a unique name for each prevents caching. */
export function paper(number: number, at: number): DocumentData {
  const template = findTemplate(TEMPLATE);
  if (template === undefined) throw new Error(`${TEMPLATE} is not in the catalogue`);
  return resolveDocument(template, {
    praxis: {
      name: 'Zahnarztpraxis Dr. Müller-Özdemir',
      anschrift: 'Lange Straße 5, 79098 Freiburg',
      telefon: '0761 123456',
      mail: 'praxis@example.de',
    },
    patient: {
      name: `Lena Groß ${number}`,
      geburtsdatum: '2012-03-04',
      patid: String(4711 + number),
    },
    fields: FIELDS,
    language: 'de',
    signers: [...SIGNERS],
    taskId: crypto.randomUUID(),
    createdAt: at,
    zone: ZONE,
  });
}

const STROKES = [
  [118, 0.2],
  [96, 0.42],
  [131, 0.61],
  [88, 0.78],
  [26, 0.5],
] as const;

/** Returns the handwriting of a 120 Hz pen: five strokes, 459 points, varying pressure. */
export function handwriting(shift = 0): Ink {
  let t = 0;
  const strokes = STROKES.map(([points, from], stroke) => {
    t += 140;
    return {
      pointerType: 'pen' as const,
      points: Array.from({ length: points }, (_, i) => {
        const along = i / points,
          turn = along * (5 + stroke) + shift;
        t += 8;
        return {
          x: 700 * from + 110 * along + 14 * Math.cos(turn * 3),
          y: 130 + 58 * Math.sin(turn) * (1 - along / 2),
          t,
          p: 0.25 + 0.6 * Math.sin(Math.PI * along),
        };
      }),
    };
  });
  return { width: 700, height: 260, clears: 0, undos: 0, strokes };
}

/** Returns each stroke as an SVG path, for candidates that draw it themselves. */
export function inkPaths(shift: number): string[] {
  return handwriting(shift).strokes.map(({ points }) =>
    points.map((p, i) => `${i === 0 ? 'M' : 'L'}${p.x.toFixed(2)} ${p.y.toFixed(2)}`).join(' '),
  );
}

/** Font files, for candidates that load them themselves. */
export interface Fonts {
  regular: string;
  semibold: string;
}
