/** Figures above the reports of profit, and the hints below them. */
import { costGap, costSpan } from '../../metrics/profit/costs.ts';
import type { Selection } from '../../snapshot/selection.ts';

export const FIGURES = [
  'umsatz',
  'fremdlabor',
  'praxiskosten',
  'deckungsbeitrag',
  'gewinnschwelle',
];
/** Returns why numbers are missing, and how the costs were shared. */
export function hintsOf(a: Selection, shared: boolean): string[] {
  const gap = (a.costs ?? []).length === 0 ? 'keine' : costGap(a);
  return [
    ...(gap === 'keine' ? ['kostenKeine'] : []),
    ...(gap === 'tage' ? ['kostenFehlen'] : []),
    ...(gap === 'stunden' ? ['kostenOhneStunden'] : []),
    ...(gap === undefined && shared ? ['kostenVerteilt'] : []),
    ...(a.to > costSpan(a).to ? ['kostenBisHeute'] : []),
  ];
}
