// Key figures of the glossary that match the search in the list of reports.

import { Link } from 'react-router';
import { FIGURE_BY_KEY } from '../../../../shared/analytics/reports/figures.ts';
import { holdsWords } from '../../../ui/wording/match-words.ts';
import { Empty } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useReportsTexts } from '../reports-texts.ts';

/** Most that are listed. */
const MOST = 8;

/** @param hasReports whether the search found reports: without either, a message states this */
export function FoundFigures({ typed, hasReports }: { typed: string; hasReports: boolean }) {
  const t = useReportsTexts(),
    language = useLanguage(),
    found = FIGURE_BY_KEY.filter(({ name, nameEn }) =>
      holdsWords(`${name} ${nameEn}`, typed),
    ).slice(0, MOST);
  if (found.length === 0) return hasReports ? null : <Empty>{t('index.none')}</Empty>;
  return (
    <section className="p-card be-group" aria-label={t('glossary.title')}>
      <h2>{t('glossary.title')}</h2>
      <ul data-rows>
        {found.map(({ key, name, nameEn }) => (
          <li key={key} className="be-entry" data-row tabIndex={-1}>
            <span />
            <Link to={`/berichte/kennzahlen#${key}`} data-default className="be-entry-name">
              {language === 'de' ? name : nameEn}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
