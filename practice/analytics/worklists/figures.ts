// The figures above each work list, and the filter each one sets when pressed. Pure.

import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import type { ListKey } from './worklists-texts.ts';

export interface Figure {
  key: string;
  word: ListKey;
  isMoney?: true;
  /** Figure with the number of lines behind the amount. */
  count?: string;
  /**
   * Filter set by a press: some reasons, everything that needs attention (`[]`), or all lines;
   * null: the figure has no matching filter.
   */ shows: readonly string[] | 'alle' | null;
}
export const FIGURES: Readonly<Record<WorklistKind, readonly Figure[]>> = {
  hkp: [
    { key: 'hkpFaellig', word: 'kpi.faellig', shows: [] },
    {
      key: 'hkpLaeuftAbWert',
      word: 'kpi.laeuftAb',
      isMoney: true,
      count: 'hkpLaeuftAb',
      shows: ['laeuft_ab'],
    },
    {
      key: 'hkpOhneTerminWert',
      word: 'kpi.ohneTermin',
      isMoney: true,
      count: 'hkpOhneTermin',
      shows: ['ohne_termin'],
    },
    {
      key: 'hkpAbgelaufenWert',
      word: 'kpi.abgelaufen',
      isMoney: true,
      count: 'hkpAbgelaufen',
      shows: ['abgelaufen'],
    },
    { key: 'hkpOffenWert', word: 'kpi.offen', isMoney: true, count: 'hkpOffen', shows: 'alle' },
  ],
  par: [
    { key: 'parFaellig', word: 'kpi.parFaellig', shows: [] },
    { key: 'parUpt', word: 'kpi.parUpt', shows: ['upt_faellig'] },
    { key: 'parEndet', word: 'kpi.parEndet', shows: ['upt_endet', 'upt_vorbei'] },
    { key: 'parNichtBegonnen', word: 'kpi.parNichtBegonnen', shows: ['nicht_begonnen'] },
    { key: 'parOffen', word: 'kpi.parOffen', shows: 'alle' },
  ],
  recall: [
    { key: 'recallFaellig', word: 'kpi.recallFaellig', shows: [] },
    { key: 'recallUeberfaellig', word: 'kpi.recallUeberfaellig', shows: ['ueberfaellig'] },
    { key: 'recallTerminiert', word: 'kpi.recallTerminiert', shows: null },
  ],
};
