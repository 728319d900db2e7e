// Page of refused proposals with reason and author; a refused proposal comes back only by hand.

import { Button, Table } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import { dayText, isDay } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import { findingKey } from '../../../shared/analytics/billing/proposal.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useDrawn } from '../../ui/lists/use-drawn.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { Empty, Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say as sayShort, sayError } from '../../ui/toast.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWorth } from '../../ui/wording/worth.ts';
import { BillingFrame } from './ProposalsFrame.tsx';
import { sendDecision, getRejected, KEY, targetOf } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { count, isOwnRule, personName, say } from './words.ts';
import { DayField } from '../../ui/DayField.tsx';
import { Filters } from '../../ui/lists/Filters.tsx';

const YEAR_DAYS = 365;

export function RejectedPage() {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    today = useToday(),
    queries = useQueryClient(),
    { values, set } = useQueryParams(['von', 'bis']),
    { isBusy, run } = useSubmit();
  const typed = { von: values.von ?? addDays(today, -YEAR_DAYS), bis: values.bis ?? today },
    isPeriod = isDay(typed.von) && isDay(typed.bis) && typed.von <= typed.bis;
  const list = useInfiniteQuery({
    queryKey: [KEY, 'abgelehnt', typed],
    enabled: isPeriod,
    initialPageParam: '',
    queryFn: ({ pageParam }) => getRejected(typed.von, typed.bis, pageParam),
    getNextPageParam: (last) => last.weiter ?? undefined,
    placeholderData: keepPreviousData,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [],
    found = list.data?.pages[0]?.gefunden;
  const back = (one: Proposal): void =>
    void run(
      async () => {
        await sendDecision('zuruecknehmen', { target: targetOf(one), rev: one.rev });
        await queries.invalidateQueries({ queryKey: [KEY] });
        sayShort(
          t('gesagt.zurueck', { was: `${say(one.titel, language)}, ${personName(one, t)}` }),
        );
      },
      (error) => {
        sayError(error);
        void queries.invalidateQueries({ queryKey: [KEY] });
      },
    );
  return (
    <BillingFrame title={t('abgelehnt.titel')} refused={list.error}>
      <Filters className="ab-filter" aria-label={t('filter')}>
        {(['von', 'bis'] as const).map((name) => (
          <DayField
            key={name}
            size="xs"
            label={t(`filter.${name}`)}
            value={typed[name]}
            error={!isPeriod && name === 'bis' ? t('zeit.falsch') : undefined}
            onChange={(day) => set(name, day)}
          />
        ))}
      </Filters>
      {found && (
        <p className="ab-line p-tabular">
          <strong>
            {t('abgelehnt.zahl', { n: count(found.anzahl, language), summe: worth.sum(found) })}
          </strong>
        </p>
      )}
      {list.isPending && isPeriod && !list.isError && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && (
        <div className="p-card">
          <Empty>{t('abgelehnt.leer')}</Empty>
        </div>
      )}
      {items.length > 0 && <RejectedTable items={items} isBusy={isBusy} back={back} />}
      {list.hasNextPage && (
        <Button
          variant="default"
          mt={12}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('mehr')}
        </Button>
      )}
    </BillingFrame>
  );
}

function RejectedTable({
  items,
  isBusy,
  back,
}: {
  items: readonly Proposal[];
  isBusy: boolean;
  back: (one: Proposal) => void;
}) {
  const t = useBillingTexts(),
    drawn = useDrawn(items);
  return (
    <div className="p-card ab-table p-long">
      <Table aria-label={t('abgelehnt.titel')} className="ab-stack">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('spalte.tag')}</Table.Th>
            <Table.Th>{t('spalte.person')}</Table.Th>
            <Table.Th>{t('spalte.was')}</Table.Th>
            <Table.Th className="ab-num">{t('spalte.wert')}</Table.Th>
            <Table.Th>{t('spalte.grund')}</Table.Th>
            <Table.Th>{t('spalte.wer')}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody aria-busy={drawn.length < items.length}>
          {drawn.map((one) => (
            <Row key={findingKey(one)} one={one} isBusy={isBusy} back={() => back(one)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** A refused proposal with its reason, its author, and the way back. */
function Row({ one, isBusy, back }: { one: Proposal; isBusy: boolean; back: () => void }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth();
  return (
    <Table.Tr>
      <Table.Td className="p-tabular">{dayText(one.tag, language)}</Table.Td>
      <Table.Td>
        {personName(one, t)}
        {one.geburtsdatum !== null && (
          <span className="p-small p-muted p-tabular ab-block">
            *{dayText(one.geburtsdatum, language)}
          </span>
        )}
      </Table.Td>
      <Table.Td>
        {isOwnRule(one.regel) ? '' : `${one.regel} `}
        {say(one.titel, language)}
        {one.zahn === '' ? '' : `, ${t('zahn', { zahn: one.zahn })}`}
      </Table.Td>
      <Table.Td className="ab-num p-tabular">
        {one.art === 'PRUEFUNG' ? '' : worth.of(one)}
      </Table.Td>
      <Table.Td>
        {one.entscheid?.grund != null && t(`grund.${one.entscheid.grund}`)}
        {one.entscheid !== null && one.entscheid.comment !== '' && (
          <span className="p-small p-muted ab-block ab-wrap">{one.entscheid.comment}</span>
        )}
      </Table.Td>
      <Table.Td className="p-small p-muted p-tabular">
        {one.entscheid !== null &&
          [one.entscheid.von, showInstant(one.entscheid.am, language)]
            .filter((part) => part !== '')
            .join(', ')}
      </Table.Td>
      <Table.Td className="ab-num p-noprint">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          aria-label={t('holenWas', {
            was: `${say(one.titel, language)}, ${personName(one, t)}`,
          })}
          onClick={back}
        >
          {t('holen')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
