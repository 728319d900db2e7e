// Protocol of a quarter or of one patient for reading through and printing: errors, hints and
// forgotten positions with their reason, clause, compared days, paragraph and counterargument.

import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { findingKey } from '../../../shared/analytics/billing/proposal.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { sumOf, useWorth } from '../../ui/wording/worth.ts';
import { BillingFrame } from './ProposalsFrame.tsx';
import { PrintButton } from './PrintButton.tsx';
import { Waiting } from './Progress.tsx';
import { getProposals, KEY } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { groupsOf } from './work/ProposalList.tsx';
import { quartersBack, quarterSpan } from './quarter/quarters.ts';
import { against, dayName, evidence, offer, periodName, personName, say } from './words.ts';

const MOST = '500';
/** From this certainty on a warning is called an error. */
const ERROR_FROM = 0.85;
type Kind = 'fehler' | 'hinweis' | 'vergessen';
/** Returns the class of a line. */
export const kindOf = (one: Pick<Proposal, 'art' | 'konfidenz'>): Kind =>
  one.art !== 'PRUEFUNG' ? 'vergessen' : one.konfidenz >= ERROR_FROM ? 'fehler' : 'hinweis';

export function ProtocolPage() {
  const t = useBillingTexts(),
    language = useLanguage(),
    today = useToday(),
    { values } = useQueryParams(['quartal', 'patid']),
    choices = quartersBack(today, 8),
    quarter = choices.find((one) => one === values.quartal) ?? choices[0]!,
    patid = values.patid ?? '',
    span = patid === '' ? quarterSpan(quarter) : {};
  const page = useQuery({
    queryKey: [KEY, 'protokoll', patid === '' ? quarter : '', patid],
    queryFn: () =>
      getProposals({ ...span, patid, state: 'NEU,VORGEMERKT', art: 'PRUEFUNG,VERGESSEN', n: MOST }),
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const items = page.data?.items ?? [];
  return (
    <BillingFrame
      title={
        patid === ''
          ? t('protokoll.quartal', { quartal: periodName(quarter) })
          : items[0] === undefined
            ? t('protokoll.titel')
            : t('protokoll.patient', { wer: personName(items[0], t) })
      }
      actions={<PrintButton />}
    >
      <p className="ab-lead p-muted">{t('protokoll.wie')}</p>
      {page.isPending && !page.isError && <Waiting reason={page.failureReason} />}
      {page.isError && <ErrorNotice error={page.error} onRetry={() => void page.refetch()} />}
      {page.data && (
        <p className="ab-line p-tabular">
          <Counts items={items} />
          {page.data.weiter !== null && <span>{t('protokoll.mehr', { n: MOST })}</span>}
          {page.data.stand !== null && (
            <span className="p-muted">
              {t('stand', { am: showInstant(page.data.stand, language) })}
            </span>
          )}
        </p>
      )}
      {page.data && items.length === 0 && (
        <div className="p-card">
          <Empty>{t('protokoll.leer')}</Empty>
        </div>
      )}
      {items.length > 0 && <Lines items={items} />}
    </BillingFrame>
  );
}

function Counts({ items }: { items: readonly Proposal[] }) {
  const t = useBillingTexts(),
    worth = useWorth(),
    n = (kind: Kind): number => items.filter((one) => kindOf(one) === kind).length,
    forgotten = items.filter((one) => kindOf(one) === 'vergessen');
  return (
    <strong>
      {t('protokoll.zahl', {
        fehler: n('fehler'),
        hinweise: n('hinweis'),
        vergessen: forgotten.length,
        summe: worth.sum(sumOf(forgotten)),
      })}
    </strong>
  );
}

function Lines({ items }: { items: readonly Proposal[] }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    ordered = items.toSorted(
      (a, b) =>
        a.name.localeCompare(b.name, 'de') ||
        a.patid.localeCompare(b.patid) ||
        a.tag.localeCompare(b.tag),
    );
  return (
    <div className="p-card ab-table p-long">
      <Table aria-label={t('protokoll.titel')} className="ab-stack">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('protokoll.art')}</Table.Th>
            <Table.Th>{t('spalte.position')}</Table.Th>
            <Table.Th>{t('protokoll.meldung')}</Table.Th>
            <Table.Th>{t('quelle')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {groupsOf(ordered).map(({ key, first, items: of }) => (
          <Table.Tbody key={key}>
            <Table.Tr className="ab-person-row">
              <Table.Th colSpan={4} scope="colgroup">
                {personName(first, t)}
                {first.geburtsdatum !== null && (
                  <span className="p-muted p-tabular">
                    {' '}
                    *{dayText(first.geburtsdatum, language)}
                  </span>
                )}{' '}
                · <span className="p-tabular">{dayName(first.tag, language)}</span>
              </Table.Th>
            </Table.Tr>
            {of.map((one) => (
              <Line key={findingKey(one)} one={one} />
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </div>
  );
}

function Line({ one }: { one: Proposal }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    kind = kindOf(one),
    path = kind === 'vergessen' ? '/abrechnung' : '/abrechnung/hinweise',
    contra = against(one, t, language);
  return (
    <Table.Tr>
      <Table.Td>
        {t(`protokoll.${kind}`)}
        <span className="p-small p-muted p-tabular ab-block">{one.regel}</span>
      </Table.Td>
      <Table.Td className="p-tabular">{offer(one, t, language, worth)}</Table.Td>
      <Table.Td>
        <Link
          className="ab-inline"
          to={`${path}?patid=${encodeURIComponent(one.patid)}&zeit=frei&von=${one.tag}&bis=${one.tag}`}
        >
          {say(one.titel, language)}
        </Link>
        <span className="p-small ab-block">{say(one.grund, language)}</span>
        {evidence(one, t, language).map((text) => (
          <span key={text} className="p-small p-muted p-tabular ab-block">
            {text}
          </span>
        ))}
        {contra.length > 0 && (
          <span className="p-small p-muted ab-block">
            {t('dagegen')}: {contra.join(' ')}
          </span>
        )}
        <span className="p-small p-muted ab-block">
          {t('noetig')}: {say(one.noetig, language)}
        </span>
      </Table.Td>
      <Table.Td lang="de" className="p-small">
        {one.quelle}
      </Table.Td>
    </Table.Tr>
  );
}
