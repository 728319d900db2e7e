// Explains why the practice's rules propose a paper: one text for the board, the send panel and the
// rules page.

import { useCallback } from 'react';
import type { Reason } from '../../../shared/desk/mappe-rules.ts';
import { useUiTexts } from '../ErrorNotice.tsx';

/** Formats „Termin: Zahnentfernung · zuletzt vor 8 Monaten“. */
export function useReasonText(): (reasons: readonly Reason[]) => string {
  const t = useUiTexts();
  return useCallback(
    (reasons) =>
      reasons
        .map((one) => {
          switch (one.code) {
            case 'since':
              return one.months === 1 ? t('reason.sinceOne') : t('reason.since', { n: one.months });
            case 'sinceFull':
              return one.months === 1
                ? t('reason.sinceFullOne')
                : t('reason.sinceFull', { n: one.months });
            case 'version':
              return t('reason.version', { n: one.version });
            // „Unter 15“ is the common wording of „bis 14“.
            case 'ageTo':
              return t('reason.ageTo', { n: one.age + 1 });
            case 'ageFrom':
              return t('reason.ageFrom', { n: one.age });
            case 'art':
              return t('reason.art', { art: one.art });
            case 'behandler':
              return t('reason.behandler', { name: one.behandler });
            case 'never':
              return t('reason.never');
            case 'each':
              return t('reason.each');
            case 'first':
              return t('reason.first');
            case 'again':
              return t('reason.again');
          }
        })
        .join(' · '),
    [t],
  );
}
