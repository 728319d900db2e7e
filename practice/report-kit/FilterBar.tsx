// The filter bar above every report: period, comparison, who, where, what; active filters are shown
// below as removable chips.

import { Button, Group, NativeSelect, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { REVENUE_BASES, GROUPINGS, COMPARISONS } from '../../shared/analytics/reports/report.ts';
import { UNASSIGNED } from '../../shared/analytics/reports/filter-kinds.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs-words.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { PeriodMenu } from './PeriodMenu.tsx';
import { PickMenu, type Choice } from './PickMenu.tsx';
import { useReportWords } from './use-report-words.ts';
import { LISTS, type ListName, type ReportFilter } from './use-report-filter.ts';

/** Options by filter: the practice's own lists; an empty list is not offered. */
export type Masters = Partial<Record<ListName, readonly Choice[]>>;

/**
 * Next to the period where there is room, so that nothing moves when the other lists are loaded.
 */
const NEAR: readonly ListName[] = ['behandler', 'zimmer'];

/** Value and handler of a select of the bar. */
const choiceOf = (
  filter: ReportFilter,
  name: 'vergleich' | 'basis' | 'gruppierung' | 'kennzahl',
) => ({
  size: 'xs' as const,
  value: filter.filter[name],
  onChange: (event: { currentTarget: { value: string } }) =>
    filter.set(name, event.currentTarget.value),
});

/** Parts of the bar that would change nothing on a page. */
export type Without = readonly ('zeit' | 'vergleich')[];

/**
 * @param without parts that would change nothing here
 * @param end content at the end of the bar, e.g. saved profiles
 */
export function FilterBar({
  filter,
  masters,
  without = [],
  end,
}: {
  filter: ReportFilter;
  masters: Masters;
  without?: Without | undefined;
  end?: ReactNode;
}) {
  const t = useAnalyticsTexts(),
    words = useReportWords(),
    isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false });
  const fixed: Masters = {
    versicherung: [
      ...VERSICHERUNG.map((id) => ({ id, name: words.word(id) })),
      { id: UNASSIGNED, name: t('filter.unassigned') },
    ],
    bereich: SERVICE_AREAS.map((id) => ({ id, name: words.word(id) })),
  };
  const choicesOf = (name: ListName): readonly Choice[] => fixed[name] ?? masters[name] ?? [];
  const nameOf = (name: ListName, id: string): string =>
    choicesOf(name).find((one) => one.id === id)?.name ?? id;
  const offered = LISTS.filter(
    (name) => choicesOf(name).length > 0 || filter.filter[name].length > 0,
  );
  const pick = (name: ListName) => (
    <PickMenu
      key={name}
      label={t(`filter.${name}`)}
      choices={choicesOf(name)}
      chosen={filter.filter[name]}
      onChange={(ids) => filter.setList(name, ids)}
    />
  );
  const near = isWide ? offered.filter((name) => NEAR.includes(name)) : [],
    far = offered.filter((name) => !near.includes(name));
  return (
    <search className="a-filter p-noprint" aria-label={t('filter')}>
      <div className="a-bar">
        {!without.includes('zeit') && (
          <PeriodMenu period={filter.period} span={filter.filter} onChange={filter.setTime} />
        )}
        {!without.includes('vergleich') && (
          <NativeSelect
            {...choiceOf(filter, 'vergleich')}
            aria-label={t('filter.vergleich')}
            data={COMPARISONS.map((value) => ({ value, label: t(`vergleich.${value}`) }))}
          />
        )}
        {near.map(pick)}
        <MoreFilters filter={filter}>{far.length > 0 ? far.map(pick) : null}</MoreFilters>
        {filter.isChanged && (
          <Button variant="subtle" size="xs" onClick={filter.reset}>
            {t('filter.reset')}
          </Button>
        )}
        {end !== undefined && <span className="a-bar-end">{end}</span>}
      </div>
      <Chips filter={filter} nameOf={nameOf} />
    </search>
  );
}

/** @param children the lists that have no room in the bar, or null */
function MoreFilters({ filter, children }: { filter: ReportFilter; children: ReactNode }) {
  const t = useAnalyticsTexts();
  return (
    <Popover position="bottom-start" width={360} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className="a-pick"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
        >
          {t('filter.more')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.more')}>
        <div className="a-more">
          {children !== null && <div className="a-more-picks">{children}</div>}
          <NativeSelect
            {...choiceOf(filter, 'basis')}
            label={t('filter.basis')}
            data={REVENUE_BASES.map((value) => ({ value, label: t(`basis.${value}`) }))}
          />
          <NativeSelect
            {...choiceOf(filter, 'gruppierung')}
            label={t('filter.gruppierung')}
            data={GROUPINGS.map((value) => ({ value, label: t(`gruppierung.${value}`) }))}
          />
          <NativeSelect
            {...choiceOf(filter, 'kennzahl')}
            label={t('filter.kennzahl')}
            data={(['umsatz', 'honorar'] as const).map((value) => ({
              value,
              label: t(`kennzahl.${value}`),
            }))}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Active filters, each removed by a press. */
function Chips({
  filter,
  nameOf,
}: {
  filter: ReportFilter;
  nameOf: (name: ListName, id: string) => string;
}) {
  const t = useAnalyticsTexts();
  if (filter.active.length === 0 && filter.filter.basis === 'leistung') return null;
  return (
    <Group gap={8} className="a-chips" role="group" aria-label={t('filter.active')}>
      {filter.active.flatMap((name) =>
        filter.filter[name].map((id) => (
          <button
            key={`${name}-${id}`}
            type="button"
            className="a-chip"
            onClick={() =>
              filter.setList(
                name,
                filter.filter[name].filter((one) => one !== id),
              )
            }
            aria-label={t('filter.remove', {
              what: `${t(`filter.${name}`)}: ${nameOf(name, id)}`,
            })}
          >
            <span>
              <span className="a-chip-kind">{t(`filter.${name}`)}</span> {nameOf(name, id)}
            </span>
            <IconX size={14} aria-hidden />
          </button>
        )),
      )}
      {filter.filter.basis !== 'leistung' && (
        <button
          type="button"
          className="a-chip"
          onClick={() => filter.set('basis', '')}
          aria-label={t('filter.remove', { what: t(`basis.${filter.filter.basis}`) })}
        >
          <span>{t(`basis.${filter.filter.basis}`)}</span>
          <IconX size={14} aria-hidden />
        </button>
      )}
    </Group>
  );
}
