// Findings of a protocol by case, each with its class, code, day, position, tooth, reason, source and
// the way to its fix.

import { Table } from '@mantine/core';
import { Link } from 'react-router';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { findingKey } from '../../../../shared/analytics/billing/proposal.ts';
import { dayText } from '../../../../shared/base/dates.ts';
import { useDrawn } from '../../../ui/lists/use-drawn.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useWorth } from '../../../ui/wording/worth.ts';
import { useBillingTexts, type BillingTexts } from '../proposals-texts.ts';
import { against, count, evidence, personName, position, say, tooMuch } from '../words.ts';
import { classOf, CLASSES, countsOf, type BillingCase } from './cases.ts';

export function ProtocolTable({ cases }: { cases: readonly BillingCase[] }) {
  const t = useBillingTexts(),
    drawn = useDrawn(cases);
  return (
    <div className="p-card ab-table p-long" aria-busy={drawn.length < cases.length}>
      <Table aria-label={t('protokoll.titel')} className="ab-stack ab-protocol">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('protokoll.art')}</Table.Th>
            <Table.Th>{t('spalte.tag')}</Table.Th>
            <Table.Th>{t('spalte.position')}</Table.Th>
            <Table.Th>{t('spalte.zahn')}</Table.Th>
            <Table.Th>{t('protokoll.meldung')}</Table.Th>
            <Table.Th>{t('quelle')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {drawn.map((one) => (
          <Table.Tbody key={one.key}>
            <CaseHead one={one} />
            {one.items.map((finding) => (
              <Line key={findingKey(finding)} one={finding} />
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </div>
  );
}

/** Names the person and the area of a case, and counts its findings by class. */
function CaseHead({ one: { first, area, items } }: { one: BillingCase }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    counts = countsOf(items);
  return (
    <Table.Tr className="ab-person-row">
      <Table.Th colSpan={6} scope="colgroup">
        {personName(first, t)}
        {first.geburtsdatum !== null && (
          <span className="p-muted p-tabular"> *{dayText(first.geburtsdatum, language)}</span>
        )}{' '}
        · {t(`fall.${area}`)}{' '}
        <span className="p-muted p-small">
          {CLASSES.filter((name) => counts[name] > 0)
            .map((name) => t(`protokoll.je.${name}`, { count: counts[name] }))
            .join(', ')}
        </span>
      </Table.Th>
    </Table.Tr>
  );
}

/** Formats the position with its quantity, and the amount that is missing or too much. */
function positionWords(
  one: Proposal,
  t: BillingTexts,
  language: string,
  worth: ReturnType<typeof useWorth>,
): [string, string] {
  const amount =
    one.art === 'PRUEFUNG'
      ? tooMuch(one, t, language)
      : one.cents === 0 && one.wertArt === null
        ? ''
        : worth.of(one);
  if (one.nr === '') return ['', amount];
  const many = one.menge === 1 ? '' : ` × ${count(one.menge, language, 2)}`;
  return [`${position(one.system, one.nr)}${many}`, amount];
}

function Line({ one }: { one: Proposal }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    kind = classOf(one),
    path = kind === 'vergessen' ? '/abrechnung' : '/abrechnung/hinweise',
    contra = against(one, t, language),
    [words, amount] = positionWords(one, t, language, worth);
  return (
    <Table.Tr data-class={kind}>
      <Table.Td>
        {t(`protokoll.${kind}`)}
        <span className="p-small p-muted p-tabular ab-block">{one.regel}</span>
      </Table.Td>
      <Table.Td className="p-tabular ab-day">{dayText(one.tag, language)}</Table.Td>
      <Table.Td className="p-tabular">
        {words}
        {amount !== '' && <span className="p-small p-muted ab-block">{amount}</span>}
      </Table.Td>
      <Table.Td className="p-tabular" data-column={t('spalte.zahn')}>
        {one.zahn}
      </Table.Td>
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
