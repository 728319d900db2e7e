// Positions of the doctors' fee schedule that dentists charge, with the factor above which the law
// requires a reason.

import type { Mark, Position } from '../position.ts';
import goae from './goae.json' with { type: 'json' };

export const GOAE_SOURCE = { source: goae.source, readOn: goae.readOn } as const;
export interface GoaePosition extends Position {
  readonly threshold: number;
}
export const GOAE: readonly GoaePosition[] = goae.positions.map(
  ([number, text, points, threshold]) => ({
    system: 'GOAE',
    number: String(number),
    abbr: '',
    text: String(text),
    points: Number(points),
    area: 'GOZ_KONS',
    unit: '',
    limits: '',
    mark: goae.mark as Mark,
    from: null,
    to: null,
    threshold: Number(threshold),
  }),
);
