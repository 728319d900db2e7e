// Glossary of key figures: formula, meaning, filters and usual definition, from the same list the
// server calculates with.

import '../reports.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { PUBLISHED_VALUES } from '../../../../catalog/yearbooks/values.ts';
import type { FigureKey } from '../../../../shared/analytics/reports/figure-list.ts';
import { FIGURE_WORDS_DE } from './figure-words-de.ts';
import { FIGURE_WORDS_EN, USUAL_DEFINITION } from './figure-words-en.ts';
import { FIGURE_BY_KEY } from '../../../../shared/analytics/reports/figures.ts';
import { type Kennzahl } from '../../../../shared/analytics/reports/figure.ts';
import { filtersOf } from '../../../../shared/analytics/reports/figure-filters.ts';
import { fieldsOf } from '../../../../shared/analytics/reports/figure-fields.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { FILTER_LISTS } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { useReportWords } from '../../../report-kit/use-report-words.ts';
import { useAnalyticsTexts } from '../../../report-kit/report-kit-texts.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { Empty, Page } from '../../../ui/Page.tsx';
import { useReportsTexts } from '../reports-texts.ts';

/** Returns key figures that contain every search word, in name, formula or explanation. */
export function findFigures(all: readonly Kennzahl[], typed: string): readonly Kennzahl[] {
  const words = typed
    .toLocaleLowerCase('de')
    .split(/\s+/)
    .filter((one) => one !== '');
  return all.filter(({ key, name, nameEn }) => {
    const [german, english] = [wordsOf(key, 'de'), wordsOf(key, 'en')],
      text = [name, nameEn, german.formula, german.meaning, english.formula, english.meaning]
        .join(' ')
        .toLocaleLowerCase('de');
    return words.every((one) => text.includes(one));
  });
}

const wordsOf = (key: string, language: string) =>
  (language === 'de' ? FIGURE_WORDS_DE : FIGURE_WORDS_EN)[key as FigureKey];
const usualOf = (key: string) => USUAL_DEFINITION[key as FigureKey];

/** Returns the delivered tables that a figure counts, with the fields that it needs, in German. */
export const dataOf = (key: string): readonly { entity: string; fields: readonly string[] }[] =>
  Object.entries(fieldsOf(key as FigureKey)).map(([entity, fields]) => ({
    entity,
    fields: fields.map(
      (field) =>
        PVS_FIELDS[entity as PvsEntity].find(({ name }) => name === field)?.meaning ?? field,
    ),
  }));

export function GlossaryPage() {
  const t = useReportsTexts(),
    a = useAnalyticsTexts(),
    words = useReportWords(),
    language = useLanguage(),
    [typed, setTyped] = useState(''),
    found = findFigures(FIGURE_BY_KEY, typed),
    // The meanings of fields are those of the interface to the practice software, in German.
    saidData = ({ entity, fields }: ReturnType<typeof dataOf>[number]): string =>
      fields.length === 0 || language !== 'de'
        ? words.word(`entity.${entity}`)
        : `${words.word(`entity.${entity}`)} (${fields.join(', ')})`;
  return (
    <Page title={t('glossary.title')}>
      <div className="p-stack">
        <p className="p-muted be-intro">{t('glossary.intro')}</p>
        <TextInput
          className="p-noprint be-search"
          label={t('glossary.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {found.length === 0 && <Empty>{t('glossary.none')}</Empty>}
        <div className="be-figures">
          {found.map(({ key, name, nameEn, einheit, gut, clock }) => (
            <section key={key} id={key} className="p-card be-figure" tabIndex={-1}>
              <h2>{language === 'de' ? name : nameEn}</h2>
              <dl>
                <dt>{t('glossary.formula')}</dt>
                <dd>{wordsOf(key, language).formula}</dd>
                {wordsOf(key, language).meaning !== undefined && (
                  <>
                    <dt>{t('glossary.meaning')}</dt>
                    <dd>{wordsOf(key, language).meaning}</dd>
                  </>
                )}
                {usualOf(key) && (
                  <>
                    <dt>{t('glossary.usual')}</dt>
                    <dd>{usualOf(key)?.[language === 'de' ? 0 : 1]}</dd>
                  </>
                )}
                <dt>{t('glossary.clock')}</dt>
                <dd>{t(`clock.${clock}`)}</dd>
                {gut !== 'neutral' && (
                  <>
                    <dt>{t('glossary.good')}</dt>
                    <dd>{t(`gut.${gut}`)}</dd>
                  </>
                )}
                <dt>{t('glossary.filters')}</dt>
                <dd>
                  {FILTER_LISTS.every((one) => filtersOf(key).includes(one))
                    ? t('glossary.filters.all')
                    : FILTER_LISTS.filter((one) => filtersOf(key).includes(one))
                        .map((one) => a(`filter.${one}`))
                        .join(', ')}
                </dd>
                <dt>{t('glossary.data')}</dt>
                <dd>{dataOf(key).map(saidData).join(' · ') || t('glossary.data.own')}</dd>
                {PUBLISHED_VALUES.some((one) => one.figure === key) && (
                  <>
                    <dt>{t('glossary.published')}</dt>
                    {PUBLISHED_VALUES.filter((one) => one.figure === key).map((one) => (
                      <dd key={one.name}>
                        {words.word(one.name)}: {words.number(one.value, einheit)}
                        <span className="p-muted" lang="de">
                          {' '}
                          ({one.source})
                        </span>
                      </dd>
                    ))}
                  </>
                )}
                {wordsOf(key, 'de').source !== undefined && (
                  <>
                    <dt>{t('glossary.source')}</dt>
                    <dd lang="de">{wordsOf(key, 'de').source}</dd>
                  </>
                )}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}
