// The figures above a work list; some filter it.

import type {
  ListReport,
  WorklistKind,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { FIGURES } from './figures.ts';
import { money } from './line-words.ts';
import { useListTexts } from './worklists-texts.ts';

/** @param onShow called with the reasons that a figure counts */
export function FigureTiles({
  list,
  kind,
  onShow,
}: {
  list: ListReport;
  kind: WorklistKind;
  onShow: (shows: readonly string[] | 'alle') => void;
}) {
  const t = useListTexts(),
    language = useLanguage(),
    by = new Map(list.kpis.map((one) => [one.key, one.wert ?? 0]));
  return (
    <dl className="al-figures" aria-label={t('figures')}>
      {FIGURES[kind].map(({ key, word, isMoney, count, shows }) => {
        const sum = isMoney
          ? money(by.get(key) ?? 0, language)
          : (by.get(key) ?? 0).toLocaleString(language === 'de' ? 'de-DE' : 'en-GB');
        const value = count === undefined ? sum : `${by.get(count) ?? 0} · ${sum}`;
        return (
          <div key={key} className="p-card al-figure">
            <dt>{t(word)}</dt>
            <dd className="p-tabular">
              {shows === null ? (
                value
              ) : (
                <button
                  type="button"
                  className="al-show"
                  aria-label={t('figure.show', { name: t(word), value })}
                  onClick={() => onShow(shows)}
                >
                  {value}
                </button>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
