// Contracts of all practices for administrators: those that need a person first, and requests that
// wait for a second one.

import './contract.css';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { CONTRACT_VIEWS } from '../../../shared/vendor/contract/admin.ts';
import type { ContractList } from '../../../shared/vendor/contract/admin.schema.ts';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { Empty, Page } from '../../ui/Page.tsx';
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

function List({ onOpen }: { onOpen: (tenant: string) => void }) {
  const t = useContractTexts(),
    { values, set } = useQueryParams(['sicht']),
    view = CONTRACT_VIEWS.find((one) => one === values.sicht) ?? 'needs',
    list = useContracts(view),
    items = list.data?.pages.flatMap((page) => page.items) ?? [],
    hasAny = list.data?.pages.some((page) => page.hasAny) === true;
  if (list.isError && isOff(list.error)) return <Empty>{t('off')}</Empty>;
  return (
    <>
      <Group>
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          data={CONTRACT_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(value) => set('sicht', value === 'needs' ? '' : value)}
        />
      </Group>
      <PagedList list={list} isEmpty={items.length === 0} empty={t(hasAny ? 'none.needs' : 'none')}>
        <section className="p-card" aria-label={t('title')}>
          <ul className="c-rows">
            {items.map((one) => (
              <Row key={one.tenant} one={one} onOpen={() => onOpen(one.tenant)} />
            ))}
          </ul>
        </section>
      </PagedList>
    </>
  );
}

export function ContractsPage() {
  const t = useContractTexts(),
    { values, visit, set } = useQueryParams(['praxis']);
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <RequestList />
        {values.praxis !== undefined ? (
          <ContractDetail tenant={values.praxis} onBack={() => set('praxis', '')} />
        ) : (
          <List onOpen={(tenant) => visit('praxis', tenant)} />
        )}
      </div>
    </Page>
  );
}
