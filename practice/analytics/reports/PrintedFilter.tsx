// Practice, days and filter of a report in words, for paper: the filter bar is not printed.

import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { useAnalyticsTexts } from '../../report-kit/report-kit-texts.ts';
import { LISTS, type ListName } from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import type { Masters, Without } from '../../report-kit/FilterBar.tsx';
import { useSession } from '../../session.ts';
import { useLanguage } from '../../ui/texts.ts';

export function PrintedFilter({
  meta: { filter },
  masters,
  without = [],
}: {
  meta: PracticeReport['meta'];
  masters: Masters;
  without?: Without | undefined;
}) {
  const t = useAnalyticsTexts(),
    words = useReportWords(),
    language = useLanguage(),
    { praxisName } = useSession();
  const nameOf = (list: ListName, id: string): string =>
    masters[list]?.find((one) => one.id === id)?.name ?? words.word(id);
  return (
    <p className="be-printed">
      {[
        praxisName,
        ...(without.includes('zeit')
          ? []
          : [`${formatDay(filter.von, language)} – ${formatDay(filter.bis, language)}`]),
        ...(without.includes('vergleich') ? [] : [t(`vergleich.${filter.vergleich}`)]),
        ...LISTS.filter((list) => filter[list].length > 0).map(
          (list) =>
            `${t(`filter.${list}`)}: ${filter[list].map((id) => nameOf(list, id)).join(', ')}`,
        ),
      ].join(' · ')}
    </p>
  );
}
