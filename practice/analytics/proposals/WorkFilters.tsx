// Filters of the proposal list; all of them are kept in the address.

import { PROPOSAL_SORTS } from '../../../shared/analytics/billing/proposals.schema.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { BillingLabel } from '../../../shared/analytics/billing/labels.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { PERIODS } from '../../report-kit/periods.ts';
import type { QueryParams } from '../../ui/use-query-params.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { ruleName } from './words.ts';
import type { FilterName, SpanName, SpanValues } from './spans.ts';
import { DayFilter } from '../../ui/DayField.tsx';
import { Filters } from '../../ui/lists/Filters.tsx';

/** Practitioners by id, as the practice software delivered them. */
function usePractitioners(): { id: string; name: string }[] {
  const list = useQuery({
    queryKey: ['static-list', 'behandler'],
    queryFn: () =>
      call<{ items: Record<string, unknown>[] }>('/api/staticdata/behandler', { timeout: TIMEOUT }),
    staleTime: 600_000,
  });
  return (list.data?.items ?? []).flatMap(({ id, titel, name }) =>
    typeof id === 'string'
      ? [
          {
            id,
            name: [titel, name].filter((part) => typeof part === 'string' && part !== '').join(' '),
          },
        ]
      : [],
  );
}

interface SpanProps {
  values: SpanValues;
  set: (name: SpanName, value: string) => void;
  /** Selectable periods; the first one is the default of the page. */
  periods: readonly {
    value: string;
    label: string;
  }[];
}

/** Fields for the period and the practitioner. */
export function SpanFields({ values, set, periods }: SpanProps) {
  const t = useBillingTexts(),
    people = usePractitioners(),
    [first] = periods;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('filter.zeit')}
        value={values.zeit ?? first?.value ?? ''}
        onChange={(event) =>
          set('zeit', event.currentTarget.value === first?.value ? '' : event.currentTarget.value)
        }
        data={[...periods, { value: 'frei', label: t('zeit.frei') }]}
      />
      {values.zeit === 'frei' &&
        (['von', 'bis'] as const).map((name) => (
          <DayFilter
            key={name}
            size="xs"
            isLabelHidden
            label={t(`filter.${name}`)}
            value={values[name] ?? ''}
            onChange={(day) => set(name, day)}
          />
        ))}
      <NativeSelect
        size="xs"
        aria-label={t('filter.behandler')}
        value={values.behandler ?? ''}
        onChange={(event) => set('behandler', event.currentTarget.value)}
        data={[
          { value: '', label: t('behandler.alle') },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </>
  );
}
/** Returns the named periods, after the page's default. @param first label of the default period */
export function usePeriods(
  first: 'zeit.alle' | 'nachtragen.alle',
): { value: string; label: string }[] {
  const t = useBillingTexts();
  return [
    { value: '', label: t(first) },
    ...PERIODS.filter((one) => one !== 'zwoelf').map((value) => ({
      value,
      label: t(`zeit.${value}`),
    })),
  ];
}

/** @param hasArt whether the list can be filtered for chances, too */
export function WorkFilters({
  params: { values, set, reset },
  labels,
  hasKinds,
}: {
  params: QueryParams<FilterName>;
  labels: readonly BillingLabel[];
  hasKinds: boolean;
}) {
  const t = useBillingTexts(),
    periods = usePeriods('zeit.alle'),
    [typed, setTyped] = useSearchText(values.q ?? '', (text) => set('q', text)),
    isChanged = Object.keys(values).length > 0;
  return (
    <Filters className="ab-filter" aria-label={t('filter')}>
      <TextInput
        size="xs"
        data-list-search
        className="ab-search"
        aria-label={t('filter.suche')}
        placeholder={t('filter.suche')}
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SpanFields values={values} set={set} periods={periods} />
      {hasKinds && (
        <NativeSelect
          size="xs"
          aria-label={t('filter.art')}
          value={values.art ?? ''}
          onChange={(event) => set('art', event.currentTarget.value)}
          data={[
            { value: '', label: t('art.VERGESSEN') },
            { value: 'POTENZIAL', label: t('art.POTENZIAL') },
          ]}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={t('filter.label')}
        value={values.label ?? ''}
        onChange={(event) => set('label', event.currentTarget.value)}
        data={[
          { value: '', label: t('label.alle') },
          ...labels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('sort')}
        value={values.sort ?? ''}
        onChange={(event) => set('sort', event.currentTarget.value)}
        data={[
          { value: '', label: t('sort.neu') },
          ...PROPOSAL_SORTS.map((value) => ({ value, label: t(`sort.${value}`) })),
        ]}
      />
      {values.regel !== undefined && (
        <button
          type="button"
          className="ab-chip"
          data-filter
          aria-label={t('filter.weg', { was: t('nurRegel', { regel: values.regel }) })}
          onClick={() => set('regel', '')}
        >
          {t('nurRegel', { regel: ruleName(values.regel, t) })}
          <IconX size={14} aria-hidden />
        </button>
      )}
      {values.patid !== undefined && (
        <button
          type="button"
          className="ab-chip"
          data-filter
          aria-label={t('filter.weg', { was: t('nurPatient', { patid: values.patid }) })}
          onClick={() => set('patid', '')}
        >
          {t('nurPatient', { patid: values.patid })}
          <IconX size={14} aria-hidden />
        </button>
      )}
      {isChanged && (
        <Button size="xs" variant="subtle" onClick={reset}>
          {t('filter.zurueck')}
        </Button>
      )}
    </Filters>
  );
}
