// Printable list of accepted proposals that have to be entered in the practice's software, by day
// and person; only the delivered data ticks an entry off.

import { Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { findingKey } from '../../../shared/analytics/billing/proposal.ts';
import { addDays, DAY_MS } from '../../../shared/base/day-math.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useDrawn } from '../../ui/lists/use-drawn.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { Empty } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWorth } from '../../ui/wording/worth.ts';
import { BillingFrame } from './ProposalsFrame.tsx';
import { sendDecision, getProposals, KEY, targetOf } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { EntryState } from './EntryState.tsx';
import { PrintButton } from './PrintButton.tsx';
import { Waiting } from './Progress.tsx';
import { groupsOf } from './work/ProposalList.tsx';
import { openQuery, SPAN_FILTERS } from './spans.ts';
import { SpanFields, usePeriods } from './WorkFilters.tsx';
import { count, dayName, personName, position, say } from './words.ts';
import { Filters } from '../../ui/lists/Filters.tsx';

/** Recently arrived entries are shown below, so that a tick is noticed. */
const LATELY_MS = 14 * DAY_MS;
const MOST = '500';
/** How long back a position is offered for late billing. */
const LATE_DAYS = 366;

export function ToEnterPage() {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    today = useToday(),
    { values, set } = useQueryParams(SPAN_FILTERS),
    periods = usePeriods('nachtragen.alle'),
    query = openQuery(values, today);
  const ask = (state: string) => ({
    queryKey: [KEY, 'nachtragen', state, query],
    queryFn: () => getProposals({ ...query, state, n: MOST }),
    refetchInterval: 60_000,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const waiting = useQuery(ask('VORGEMERKT')),
    arrived = useQuery(ask('UMGESETZT')),
    expired = useQuery(ask('VERFALLEN')),
    items = waiting.data?.items ?? [],
    since = (waiting.data?.stand ?? 0) - LATELY_MS;
  const lately = (arrived.data?.items ?? []).filter(
    (one) => one.entscheid !== null && one.entscheid.am >= since,
  );
  const late = (expired.data?.items ?? []).filter(
    (one) =>
      one.art === 'VERGESSEN' && one.verfaelltMit !== null && one.tag >= addDays(today, -LATE_DAYS),
  );
  return (
    <BillingFrame
      refused={waiting.error}
      title={t('nachtragen.titel')}
      toEnter={waiting.data?.vorgemerkt.anzahl}
      actions={<PrintButton />}
    >
      <p className="ab-lead p-muted">{t('nachtragen.wie')}</p>
      <Filters className="ab-filter" aria-label={t('filter')}>
        <SpanFields values={values} set={set} periods={periods} />
      </Filters>
      {waiting.data && (
        <p className="ab-line p-tabular">
          <strong>
            {t('nachtragen.offen', {
              n: waiting.data.gefunden.anzahl,
              summe: worth.sum(waiting.data.gefunden),
            })}
          </strong>
          {waiting.data.stand !== null && (
            <span className="p-muted">
              {t('stand', { am: showInstant(waiting.data.stand, language) })}
            </span>
          )}
        </p>
      )}
      {waiting.isPending && !waiting.isError && <Waiting reason={waiting.failureReason} />}
      {waiting.isError && (
        <ErrorNotice error={waiting.error} onRetry={() => void waiting.refetch()} />
      )}
      {waiting.data && items.length === 0 && (
        <div className="p-card">
          <Empty>{t('nachtragen.leer')}</Empty>
        </div>
      )}
      {items.length > 0 && <Rows items={items} label={t('nachtragen.titel')} />}
      {waiting.data?.weiter !== null && waiting.data !== undefined && (
        <p className="p-muted p-small">{t('gemeinsam.mehr', { n: MOST })}</p>
      )}
      {late.length > 0 && (
        <section className="p-noprint" aria-labelledby="ab-late">
          <h2 id="ab-late" className="ab-h2">
            {t('nachtragen.spaet')}
          </h2>
          <p className="ab-lead p-muted p-noprint">{t('nachtragen.spaetWie')}</p>
          <Rows items={late} label={t('nachtragen.spaet')} />
        </section>
      )}
      {lately.length > 0 && (
        <section className="p-noprint" aria-labelledby="ab-lately">
          <h2 id="ab-lately" className="ab-h2">
            {t('nachtragen.angekommen')}
          </h2>
          <Rows items={lately} label={t('nachtragen.angekommen')} />
        </section>
      )}
    </BillingFrame>
  );
}

function Rows({ items, label }: { items: readonly Proposal[]; label: string }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    queries = useQueryClient(),
    drawn = useDrawn(items),
    { isBusy, run } = useSubmit();
  const send = (one: Proposal, action: 'vormerken' | 'zuruecknehmen'): void =>
    void run(
      async () => {
        await sendDecision(action, {
          target: targetOf(one),
          rev: one.rev,
          ...(action === 'vormerken' && { nachtrag: true }),
        });
        await queries.invalidateQueries({ queryKey: [KEY] });
      },
      (error) => {
        sayError(error);
        void queries.invalidateQueries({ queryKey: [KEY] });
      },
    );
  return (
    <div className="p-card ab-table p-long">
      <Table aria-label={label} className="ab-stack">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('spalte.position')}</Table.Th>
            <Table.Th>{t('spalte.was')}</Table.Th>
            <Table.Th className="ab-num">{t('spalte.wert')}</Table.Th>
            <Table.Th>{t('spalte.stand')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {groupsOf(drawn).map(({ key, first, items: of }) => (
          <Table.Tbody key={key}>
            <Table.Tr className="ab-person-row">
              <Table.Th colSpan={4} scope="colgroup">
                <span className="p-tabular">{dayName(first.tag, language)}</span> ·{' '}
                {personName(first, t)}
                {first.geburtsdatum !== null && (
                  <span className="p-muted p-tabular">
                    {' '}
                    *{dayText(first.geburtsdatum, language)}
                  </span>
                )}
                {first.behandlerName !== '' && (
                  <span className="p-muted"> · {first.behandlerName}</span>
                )}
              </Table.Th>
            </Table.Tr>
            {of.map((one) => {
              return (
                <Table.Tr key={findingKey(one)}>
                  <Table.Td className="p-tabular">
                    <span className="ab-box-print" aria-hidden />
                    {[
                      position(one.system, one.nr),
                      one.menge === 1 ? '' : `${count(one.menge, language, 2)} ×`,
                      one.zahn === '' ? '' : t('zahn', { zahn: one.zahn }),
                    ]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </Table.Td>
                  <Table.Td>
                    {say(one.titel, language)}
                    <span className="p-small p-muted ab-block">{say(one.noetig, language)}</span>
                  </Table.Td>
                  <Table.Td className="ab-num p-tabular">{worth.of(one)}</Table.Td>
                  <EntryState one={one} isBusy={isBusy} onSend={(action) => send(one, action)} />
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        ))}
      </Table>
    </div>
  );
}
