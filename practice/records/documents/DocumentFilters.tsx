// Filters of the document list; kept in the address.

import { Button, NativeSelect } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { DOCUMENT_KINDS } from '../../../shared/papers/documents.ts';
import { DayFilter } from '../../ui/DayField.tsx';
import type { QueryParams } from '../../ui/use-query-params.ts';
import { useDocumentsTexts } from './documents-texts.ts';
import { PatientFilter } from './PatientFilter.tsx';
import { Filters } from '../../ui/lists/Filters.tsx';

export const FILTERS = ['patid', 'kind', 'sealed', 'state', 'from', 'to'] as const;
type FilterName = (typeof FILTERS)[number];
const VALUES: Partial<Record<FilterName, readonly string[]>> = {
  kind: DOCUMENT_KINDS,
  sealed: ['yes', 'no'],
  state: ['filed', 'voided'],
};

/** Parses the address, dropping invalid values. */
export function knownFilters(
  values: Partial<Record<FilterName, string>>,
): Partial<Record<FilterName, string>> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      if (name === 'from' || name === 'to')
        return (
          /^\d{4}-\d{2}-\d{2}$/.test(value) &&
          !(values.from !== undefined && values.to !== undefined && values.from > values.to)
        );
      return VALUES[name as FilterName]?.includes(value) ?? true;
    }),
  );
}

export function DocumentFilters({ filter }: { filter: QueryParams<FilterName> }) {
  const t = useDocumentsTexts(),
    { values, set, reset } = filter,
    active = Object.keys(values).length;
  // Collapsed on phones only: there the documents come first.
  const [isUnfolded, setUnfolded] = useState(false),
    [round, setRound] = useState(0);
  const { from = '', to = '' } = values;
  return (
    <>
      <Button
        className="d-fold"
        variant="default"
        leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
        aria-expanded={isUnfolded}
        aria-controls="d-filters"
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {active === 0 ? t('filter') : t('filter.active', { n: active })}
      </Button>
      <Filters
        id="d-filters"
        className={`p-card d-filters${isUnfolded ? '' : ' d-folded'}`}
        aria-label={t('filter')}
      >
        <PatientFilter
          label={t('filter.patient')}
          onPick={(picked) => set('patid', picked.patid)}
        />
        <NativeSelect
          label={t('filter.kind')}
          value={values.kind ?? ''}
          onChange={(event) => set('kind', event.currentTarget.value)}
          data={[
            { value: '', label: t('all') },
            ...DOCUMENT_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
          ]}
        />
        <NativeSelect
          label={t('col.level')}
          value={values.sealed ?? ''}
          onChange={(event) => set('sealed', event.currentTarget.value)}
          data={[
            { value: '', label: t('filter.sealedAll') },
            { value: 'yes', label: t('filter.sealed') },
            { value: 'no', label: t('filter.unsealed') },
          ]}
        />
        <NativeSelect
          label={t('col.state')}
          value={values.state ?? ''}
          onChange={(event) => set('state', event.currentTarget.value)}
          data={[
            { value: '', label: t('filter.stateAll') },
            { value: 'filed', label: t('state.filed') },
            { value: 'voided', label: t('filter.voided') },
          ]}
        />
        <DayFilter
          key={`from${round}`}
          label={t('filter.from')}
          value={from}
          onChange={(day) => set('from', day)}
        />
        <div>
          <DayFilter
            key={`to${round}`}
            label={t('filter.to')}
            value={to}
            onChange={(day) => set('to', day)}
          />
          {from !== '' && to !== '' && from > to && (
            <span role="alert" className="d-missing p-small">
              {t('filter.order')}
            </span>
          )}
        </div>
        {active > 0 && (
          <Button
            variant="default"
            onClick={() => {
              reset();
              setRound(round + 1);
            }}
          >
            {t('filter.reset')}
          </Button>
        )}
      </Filters>
    </>
  );
}
