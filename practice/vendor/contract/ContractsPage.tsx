// Contracts of all practices for administrators: those that need a person first, and requests that
// wait for a second one.

import './contract.css';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import type { ContractList } from '../../../shared/vendor/contract/admin.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { ContractDetail } from './ContractDetail.tsx';
import { isOff, useContracts } from './contract-calls.ts';
import { PAYMENT_SHOWN } from './contract-states.ts';
import { useContractTexts } from './contract-texts.ts';
import { RequestList } from './RequestList.tsx';

type Line = ContractList['items'][number];
const VIEWS = ['needs', 'all'] as const;
const needs = (one: Line): boolean => one.problems.length > 0 || one.owedCents > 0;

function Row({ one, onOpen }: { one: Line; onOpen: () => void }) {
  const t = useContractTexts(),
    language = useLanguage();
  const words = [
    one.plan === null ? '' : t(`plan.${one.plan}`),
    one.owedCents > 0 ? t('owed', { amount: money(one.owedCents, language) }) : '',
    one.isEnding ? t('isEnding') : '',
    one.holdUntil === null ? '' : t('held', { day: showDay(one.holdUntil - 1, language) }),
    ...one.problems.map((problem) => t(`problem.${problem}`)),
  ].filter((word) => word !== '');
  return (
    <li>
      <div className="c-who">
        <Text fw={600}>{one.practiceName}</Text>
        <Text size="sm">{words.join(' · ')}</Text>
      </div>
      <StateWord {...PAYMENT_SHOWN[one.state]}>{t(`state.${one.state}`)}</StateWord>
      <Button
        size="xs"
        variant="default"
        aria-label={t('openOf', { name: one.practiceName })}
        onClick={onOpen}
      >
        {t('open')}
      </Button>
    </li>
  );
}

function List({ items, onOpen }: { items: readonly Line[]; onOpen: (tenant: string) => void }) {
  const t = useContractTexts(),
    { values, set } = useQueryParams(['sicht']),
    view = VIEWS.find((one) => one === values.sicht) ?? 'needs',
    shown = view === 'all' ? items : items.filter(needs);
  return (
    <>
      <Group>
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(value) => set('sicht', value === 'needs' ? '' : value)}
        />
      </Group>
      {shown.length === 0 ? (
        <Empty>{t(items.length === 0 ? 'none' : 'none.needs')}</Empty>
      ) : (
        <section className="p-card" aria-label={t('title')}>
          <ul className="c-rows">
            {shown.map((one) => (
              <Row key={one.tenant} one={one} onOpen={() => onOpen(one.tenant)} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export function ContractsPage() {
  const t = useContractTexts(),
    list = useContracts(),
    { values, visit, set } = useQueryParams(['praxis']);
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <RequestList />
        {values.praxis !== undefined ? (
          <ContractDetail tenant={values.praxis} onBack={() => set('praxis', '')} />
        ) : (
          <>
            {list.isPending && <Loading />}
            {list.isError &&
              (isOff(list.error) ? (
                <Empty>{t('off')}</Empty>
              ) : (
                <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
              ))}
            {list.data && (
              <List items={list.data.items} onOpen={(tenant) => visit('praxis', tenant)} />
            )}
          </>
        )}
      </div>
    </Page>
  );
}
