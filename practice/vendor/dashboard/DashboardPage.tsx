// Figures of the vendor: each tile opens the rows it counts, each month its own figures.

import './dashboard.css';
import { SegmentedControl, Text, Title } from '@mantine/core';
import {
  FIGURE_GROUPS,
  FIGURES,
  GROUP_OF,
  isMoney,
  monthOf,
  type Figure,
} from '../../../shared/vendor/dashboard.ts';
import type { Dashboard } from '../../../shared/vendor/dashboard.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { useDashboard } from './dashboard-calls.ts';
import { useDashboardTexts } from './dashboard-texts.ts';
import { FigureRowsPanel } from './FigureRowsPanel.tsx';
import { monthName, monthText } from './month-text.ts';

const BAR_PX = 84;

function Tile({
  figure,
  data,
  isOpen,
  onToggle,
}: {
  figure: Figure;
  data: Dashboard;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const t = useDashboardTexts(),
    language = useLanguage(),
    value = data.figures.find((one) => one.figure === figure)?.value ?? 0,
    { ended, of } = data.churn;
  return (
    <button type="button" className="vd-tile" aria-expanded={isOpen} onClick={onToggle}>
      <span className="p-small p-muted">{t(`figure.${figure}`)}</span>
      <span className="vd-value">
        {isMoney(figure) ? money(value, language) : new Intl.NumberFormat(language).format(value)}
      </span>
      {figure === 'churned' && of > 0 && (
        <span className="p-small p-muted">
          {t('churn', {
            share: new Intl.NumberFormat(language, {
              style: 'percent',
              maximumFractionDigits: 1,
            }).format(ended / of),
            of,
          })}
        </span>
      )}
    </button>
  );
}

const CURVES = ['cents', 'monthlyCents', 'contracts'] as const;
type Curve = (typeof CURVES)[number];
function Months({
  data,
  curve,
  onCurve,
  onMonth,
}: {
  data: Dashboard;
  curve: Curve;
  onCurve: (curve: Curve) => void;
  onMonth: (month: string) => void;
}) {
  const t = useDashboardTexts(),
    language = useLanguage(),
    most = Math.max(1, ...data.months.map((one) => one[curve])),
    shown = (value: number): string =>
      curve === 'contracts'
        ? new Intl.NumberFormat(language).format(value)
        : money(value, language),
    running = monthOf(data.at);
  return (
    <section className="p-card" aria-labelledby="vd-months">
      <Title order={2} id="vd-months">
        {t('months')}
      </Title>
      <SegmentedControl
        className="vd-curve"
        aria-label={t('curve')}
        value={curve}
        data={CURVES.map((value) => ({ value, label: t(`curve.${value}`) }))}
        onChange={(value) => onCurve(CURVES.find((one) => one === value) ?? 'cents')}
      />
      <Text size="sm" c="dimmed">
        {t(`months.${curve}`)}
      </Text>
      <ul className="vd-months">
        {data.months.map((one) => {
          const { month } = one,
            value = one[curve],
            name = `${monthText(month, language)}${month === running ? ` (${t('running')})` : ''}`;
          return (
            <li key={month}>
              <button
                type="button"
                className="vd-month"
                aria-pressed={month === data.month}
                aria-label={t('monthOf', { month: name, value: shown(value) })}
                title={t('monthOf', { month: name, value: shown(value) })}
                data-running={month === running || undefined}
                onClick={() => onMonth(month)}
              >
                <span
                  className="vd-bar"
                  style={{ height: Math.round((Math.max(0, value) / most) * BAR_PX) }}
                />
                <span className="p-small">{monthName(month, language)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function DashboardPage() {
  const t = useDashboardTexts(),
    language = useLanguage(),
    { values, set, visit } = useQueryParams(['kennzahl', 'monat', 'verlauf']),
    month = values.monat ?? '',
    curve = CURVES.find((one) => one === values.verlauf) ?? 'cents',
    open = FIGURES.find((one) => one === values.kennzahl),
    dashboard = useDashboard(month),
    { data } = dashboard;
  return (
    <Page title={t('title')}>
      {dashboard.isPending && <Loading />}
      {dashboard.isError && (
        <ErrorNotice error={dashboard.error} onRetry={() => void dashboard.refetch()} />
      )}
      {data && (
        <div className="vd-frame" data-open={open ? true : undefined}>
          <div className="vd-groups">
            <Text size="sm" c="dimmed" role="status">
              {t('month')}: {monthText(data.month, language)} ·{' '}
              {t('at', { at: showInstant(data.at, language) })}
            </Text>
            {FIGURE_GROUPS.map((group) => (
              <section key={group} aria-label={t(`group.${group}`)}>
                <Title order={2}>{t(`group.${group}`)}</Title>
                <div className="vd-tiles">
                  {FIGURES.filter((figure) => GROUP_OF[figure] === group).map((figure) => (
                    <Tile
                      key={figure}
                      figure={figure}
                      data={data}
                      isOpen={open === figure}
                      onToggle={() =>
                        open === figure ? set('kennzahl', '') : visit('kennzahl', figure)
                      }
                    />
                  ))}
                </div>
              </section>
            ))}
            <Months
              data={data}
              curve={curve}
              onCurve={(chosen) => set('verlauf', chosen === 'cents' ? '' : chosen)}
              onMonth={(chosen) => set('monat', chosen === monthOf(data.at) ? '' : chosen)}
            />
          </div>
          {open && (
            <FigureRowsPanel
              key={open}
              figure={open}
              month={month}
              shownMonth={data.month}
              onClose={() => set('kennzahl', '')}
            />
          )}
        </div>
      )}
    </Page>
  );
}
