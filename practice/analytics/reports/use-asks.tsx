// Additional query parameters of some reports: the group of practices and its size, the key figure,
// the check of the data, the position; all kept in the address.

import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { DATA_CHECKS } from '../../../shared/analytics/reports/data-checks.ts';
import { PVS_FIELDS } from '../../../shared/analytics/deliveries/pvs.ts';
import { UNASSIGNED } from '../../../shared/analytics/reports/filter-kinds.ts';
import { FIGURE_BY_KEY } from '../../../shared/analytics/reports/figures.ts';
import { call, TIMEOUT } from '../../api.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { useMasters } from '../../report-kit/use-masters.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useToday } from '../../ui/wording/now.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useReportsTexts } from './reports-texts.ts';
import { ChosenSubject, qualityQuery, qualitySubject } from './QualityParts.tsx';
import { ASKED, type ReportView } from './report-list.ts';

const GROUPS = ['ALLE', 'GROESSE', 'REGION'] as const;
/** Default of a comparison's time series. */
const FIRST = 'stundensatz';

/** States the chosen position, with the way back to all. */
function ChosenPosition({ position, onAll }: { position: string; onAll: () => void }) {
  const t = useReportsTexts();
  return (
    <div className="be-asks p-noprint">
      <p className="be-note">{t('position.of', { position })}</p>
      <Button variant="default" size="xs" onClick={onAll}>
        {t('position.all')}
      </Button>
    </div>
  );
}

/** States the chosen practitioner, room or area, with the way back to the whole practice. */
function ChosenPart({ part, onAll }: { part: string; onAll: () => void }) {
  const t = useReportsTexts(),
    words = useReportWords(),
    masters = useMasters(),
    [list = '', ...rest] = part.split(':'),
    id = rest.join(':'),
    known = list === 'behandler' || list === 'zimmer' ? masters[list] : undefined;
  const name =
    id === UNASSIGNED
      ? t('part.rest')
      : (known?.find((one) => one.id === id)?.name ?? words.word(id));
  return (
    <div className="be-asks p-noprint">
      <p className="be-note">
        {part === 'schwelle' ? t('part.breakEven') : t('part.of', { name })}
      </p>
      <Button variant="default" size="xs" onClick={onAll}>
        {t('part.all')}
      </Button>
    </div>
  );
}
const partAsk = (part: string, onAll: () => void): { query: string; bar: ReactNode } =>
  part === ''
    ? { query: '', bar: null }
    : {
        query: `&teil=${encodeURIComponent(part)}`,
        bar: <ChosenPart part={part} onAll={onAll} />,
      };

/** States that the rows are the periods of one cost, with the way back to all lines. */
function ChosenCost({ onAll }: { onAll: () => void }) {
  const t = useReportsTexts();
  return (
    <div className="be-asks p-noprint">
      <p className="be-note">{t('cost.of')}</p>
      <Button variant="default" size="xs" onClick={onAll}>
        {t('cost.all')}
      </Button>
    </div>
  );
}
const costAsk = (
  part: string,
  cost: string,
  set: (name: 'teil' | 'kosten', value: string) => void,
): { query: string; bar: ReactNode } => {
  const own = partAsk(part, () => set('teil', ''));
  return cost === ''
    ? own
    : {
        query: `${own.query}&kosten=${encodeURIComponent(cost)}`,
        bar: <ChosenCost onAll={() => set('kosten', '')} />,
      };
};

const positionAsk = (position: string, onAll: () => void): { query: string; bar: ReactNode } =>
  position === ''
    ? { query: '', bar: null }
    : {
        query: `&position=${encodeURIComponent(position)}`,
        bar: <ChosenPosition position={position} onAll={onAll} />,
      };

export function useAsks({ asks = [] }: ReportView): { query: string; bar: ReactNode } {
  const t = useReportsTexts(),
    language = useLanguage(),
    words = useReportWords(),
    { values, set, put } = useQueryParams(ASKED);
  const isAsked = asks.includes('gruppe'),
    today = useToday(),
    groups = useQuery({
      queryKey: ['bericht', 'benchmarkgroups', today],
      enabled: isAsked,
      retry: whileReading,
      retryDelay: AGAIN_MS,
      queryFn: () =>
        call<PracticeReport>(`/api/benchmarkgroups?von=${today}&bis=${today}`, {
          timeout: TIMEOUT,
        }),
    });
  const nameOf = (value: (typeof GROUPS)[number]): string => {
    const row = groups.data?.zeilen.find((one) => one.gruppe === value),
      attribute = row?.merkmal ?? null,
      name =
        value === 'ALLE' || typeof attribute !== 'string'
          ? t(`group.${value}`)
          : t(`group.${value}.of`, { merkmal: attribute });
    return row === undefined
      ? name
      : typeof row.praxen === 'number'
        ? t('group.many', { name, n: row.praxen })
        : t('group.few', { name });
  };
  if (asks.length === 0) return { query: '', bar: null };
  if (asks.includes('position'))
    return positionAsk(values.position ?? '', () => set('position', ''));
  if (asks.includes('teil')) return costAsk(values.teil ?? '', values.kosten ?? '', set);
  if (asks.includes('bericht')) {
    const subject = qualitySubject(values);
    return {
      query: qualityQuery(subject),
      bar: <ChosenSubject subject={subject} onAll={() => put({})} />,
    };
  }
  if (asks.includes('pruefung')) {
    const check = DATA_CHECKS.find(({ key }) => key === values.pruefung) ?? DATA_CHECKS[0]!;
    return {
      query: `&pruefung=${check.key}`,
      bar: (
        <div className="be-asks p-noprint">
          <NativeSelect
            label={t('check')}
            value={check.key}
            data={DATA_CHECKS.map(({ key, kind, entity, field }) => ({
              value: key,
              label: [
                words.word(kind),
                words.cell(entity, { typ: 'wort', key: 'entity' }),
                PVS_FIELDS[entity].find(({ name }) => name === field)?.meaning,
              ].join(' · '),
            }))}
            onChange={(event) => set('pruefung', event.currentTarget.value)}
          />
        </div>
      ),
    };
  }
  const group = GROUPS.find((one) => one === values.gruppe) ?? 'ALLE',
    measure = FIGURE_BY_KEY.find((one) => one.key === values.messwert)?.key ?? FIRST;
  return {
    query: `&gruppe=${group}${asks.includes('messwert') ? `&messwert=${measure}` : ''}`,
    bar: (
      <div className="be-asks p-noprint">
        <NativeSelect
          label={t('group')}
          value={group}
          data={GROUPS.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(event) =>
            set('gruppe', event.currentTarget.value === 'ALLE' ? '' : event.currentTarget.value)
          }
        />
        {asks.includes('messwert') && (
          <NativeSelect
            label={t('figure')}
            value={measure}
            data={FIGURE_BY_KEY.map(({ key, name, nameEn }) => ({
              value: key,
              label: language === 'de' ? name : nameEn,
            }))}
            onChange={(event) =>
              set('messwert', event.currentTarget.value === FIRST ? '' : event.currentTarget.value)
            }
          />
        )}
        <p className="p-small p-muted be-note">{t('group.rule')}</p>
      </div>
    ),
  };
}
