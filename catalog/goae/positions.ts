// Positions of the doctors' fee schedule that dentists charge, with the factor above which the law
// requires a reason.

import type { Mark, Position } from '../position.ts';
import goae from './goae.json' with { type: 'json' };

export const GOAE_SOURCE = { source: goae.source, readOn: goae.readOn } as const;
export interface GoaePosition extends Position {
  readonly threshold: number;
}
export const GOAE: readonly GoaePosition[] = goae.positions.map(
  ([number, text, points, threshold, mark]) => ({
    system: 'GOAE',
    number: String(number),
    abbr: '',
    text: String(text),
    // A percentage of another position has no points.
    points: points === null ? null : Number(points),
    area: 'GOZ_KONS',
    unit: '',
    limits: '',
    // Rows read in the text of the schedule carry their own mark and source.
    mark: (mark ?? goae.mark) as Mark,
    from: null,
    to: null,
    threshold: Number(threshold),
  }),
);
