// The audit log for owners: filters in the address, newest first, exported as a file, verified on
// demand.

import './audit.css';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconDownload, IconFilter } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_KINDS, AUDIT_RESULTS } from '../../../shared/operations/audit.ts';
import type { AuditPage } from '../../../shared/operations/audit.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { DayFilter } from '../../ui/DayField.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { Page } from '../../ui/Page.tsx';
import { saveAnswer } from '../../ui/saving/save-answer.ts';
import { sayError } from '../../ui/toast.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { EntryTable } from './EntryTable.tsx';
import { useAuditTexts } from './audit-texts.ts';
import { VerifyCard } from './VerifyCard.tsx';
import { Filters } from '../../ui/lists/Filters.tsx';

const NAMES = ['from', 'to', 'user', 'kind', 'result', 'patid'] as const;

export function AuditLogPage() {
  const t = useAuditTexts();
  const { values: filters, set, reset } = useQueryParams(NAMES);
  const query = new URLSearchParams(filters).toString(),
    active = Object.keys(filters).length;
  // Collapsed on phones only: there the entries come first.
  const [isUnfolded, setUnfolded] = useState(false),
    [round, setRound] = useState(0);
  const list = useInfiniteQuery({
    queryKey: ['audit', query],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<AuditPage>(
        `/api/audit?${new URLSearchParams({ ...filters, ...(pageParam !== '' && { cursor: pageParam }) }).toString()}`,
        { timeout: TIMEOUT },
      ),
    getNextPageParam: (last) => last.cursor ?? undefined,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [],
    people = list.data?.pages[0]?.people ?? [];
  return (
    <Page title={t('title')} refused={list.error} actions={<SaveAs query={query} />}>
      <div className="p-stack">
        <Text>{t('what')}</Text>
        <Button
          className="a-fold"
          variant="default"
          leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
          aria-expanded={isUnfolded}
          aria-controls="a-filters"
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {active === 0 ? t('filter') : t('filter.active', { n: active })}
        </Button>
        <Filters
          id="a-filters"
          className={`p-card a-filters${isUnfolded ? '' : ' a-folded'}`}
          aria-label={t('filter')}
        >
          <DayFilter
            key={`from${round}`}
            label={t('from')}
            value={filters.from ?? ''}
            onChange={(day) => set('from', day)}
          />
          <DayFilter
            key={`to${round}`}
            label={t('to')}
            value={filters.to ?? ''}
            onChange={(day) => set('to', day)}
          />
          <ChoiceFilters filters={filters} people={people} onSet={set} />
          <PatidField
            key={filters.patid ?? ''}
            value={filters.patid ?? ''}
            onChange={(value) => set('patid', value)}
          />
          {query !== '' && (
            <Button
              variant="default"
              onClick={() => {
                reset();
                setRound(round + 1);
              }}
            >
              {t('reset')}
            </Button>
          )}
        </Filters>
        <PagedList list={list} isEmpty={items.length === 0} empty={t('empty')}>
          <div className="p-card">
            <EntryTable items={items} hasPatient />
          </div>
        </PagedList>
        <VerifyCard />
      </div>
    </Page>
  );
}

/** Queried when the input is complete, not with every key. */
function PatidField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useAuditTexts();
  const [typed, setTyped] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
      }}
    >
      <TextInput
        label={t('patid')}
        value={typed}
        maxLength={40}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (typed.trim() !== value) onChange(typed.trim());
        }}
      />
    </form>
  );
}

function SaveAs({ query }: { query: string }) {
  const t = useAuditTexts();
  const [busy, setBusy] = useState<'csv' | 'jsonl' | null>(null);
  const save = async (format: 'csv' | 'jsonl'): Promise<void> => {
    setBusy(format);
    try {
      await saveAnswer(
        `/api/audit/export?${query === '' ? '' : `${query}&`}format=${format}`,
        `protokoll.${format}`,
      );
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(null);
    }
  };
  const icon = <IconDownload size={18} stroke={1.75} aria-hidden />;
  return (
    <Group gap={8} role="group" aria-label={t('export')}>
      <Button
        variant="default"
        leftSection={icon}
        loading={busy === 'csv'}
        onClick={() => void save('csv')}
      >
        {t('csv')}
      </Button>
      <Button
        variant="default"
        leftSection={icon}
        loading={busy === 'jsonl'}
        onClick={() => void save('jsonl')}
      >
        {t('jsonl')}
      </Button>
    </Group>
  );
}

/** Filters by user, kind and result. */
function ChoiceFilters({
  filters,
  people,
  onSet,
}: {
  filters: Readonly<Partial<Record<(typeof NAMES)[number], string>>>;
  people: AuditPage['people'];
  onSet: (name: 'user' | 'kind' | 'result', value: string) => void;
}) {
  const t = useAuditTexts();
  return (
    <>
      <NativeSelect
        label={t('who')}
        value={filters.user ?? ''}
        onChange={(event) => onSet('user', event.currentTarget.value)}
        data={[
          { value: '', label: t('who.all') },
          ...people.map((one) => ({ value: one.id, label: one.name })),
        ]}
      />
      <NativeSelect
        label={t('kind')}
        value={filters.kind ?? ''}
        onChange={(event) => onSet('kind', event.currentTarget.value)}
        data={[
          { value: '', label: t('kind.all') },
          ...AUDIT_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
      />
      <NativeSelect
        label={t('result')}
        value={filters.result ?? ''}
        onChange={(event) => onSet('result', event.currentTarget.value)}
        data={[
          { value: '', label: t('result.all') },
          ...AUDIT_RESULTS.map((result) => ({ value: result, label: t(`result.${result}`) })),
        ]}
      />
    </>
  );
}
