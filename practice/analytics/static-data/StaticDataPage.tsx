// Fees and values: sources of point values, subsidies and prices, values entered by the practice,
// and the lists of its software.

import { SegmentedControl, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { PracticeValueKind } from '../../../shared/analytics/deliveries/practice-value.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { Delivered, Lists } from './Delivered.tsx';
import { OwnValues } from './OwnValues.tsx';
import { useValueTexts } from './static-data-texts.ts';
import { CATALOGUE_KEY, useCatalogue } from './use-values.ts';
import { ValueForm } from './ValueForm.tsx';
import './static-data.css';
import { DayFilter } from '../../ui/DayField.tsx';

const TABS = ['punktwerte', 'festzuschuesse', 'preise', 'listen'] as const;
const KIND_LABELS: Readonly<Record<string, PracticeValueKind>> = {
  punktwerte: 'PUNKTWERT',
  festzuschuesse: 'FESTZUSCHUSS',
  preise: 'PREIS',
};

export function StaticDataPage() {
  const t = useValueTexts(),
    queries = useQueryClient(),
    [tab, setTab] = useState<string>('punktwerte'),
    [day, setDay] = useState(() => berlinDay(Date.now()));
  const catalogue = useCatalogue(day),
    art = KIND_LABELS[tab];
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: [CATALOGUE_KEY] });
  return (
    <Page title={t('title')}>
      <div className="p-stack sw-page">
        <Text c="dimmed">{t('lead')}</Text>
        <div className="sw-bar">
          <SegmentedControl
            aria-label={t('tab')}
            value={tab}
            onChange={setTab}
            data={TABS.map((one) => ({ value: one, label: t(`tab.${one}`) }))}
          />
          {art && (
            <DayFilter
              label={t('day')}
              isLabelHidden
              value={day}
              onChange={(next) => {
                if (next !== '') setDay(next);
              }}
            />
          )}
        </div>
        {!art && <Lists />}
        {art && catalogue.isPending && <Loading />}
        {art && catalogue.isError && (
          <ErrorNotice error={catalogue.error} onRetry={() => void catalogue.refetch()} />
        )}
        {art && catalogue.data && (
          <>
            <section className="p-stack" aria-labelledby="sw-own">
              <Title order={2} size="h3" id="sw-own">
                {t('own')}
              </Title>
              <OwnValues catalogue={catalogue.data} art={art} changed={changed} />
              <ValueForm key={art} catalogue={catalogue.data} art={art} changed={changed} />
            </section>
            <section className="p-stack" aria-labelledby="sw-given">
              <Title order={2} size="h3" id="sw-given">
                {t(art === 'PREIS' ? 'software' : 'delivered')}
              </Title>
              {art !== 'PREIS' && <Notice tone="warn">{t('doubt')}</Notice>}
              <Delivered catalogue={catalogue.data} art={art} />
            </section>
          </>
        )}
      </div>
    </Page>
  );
}
