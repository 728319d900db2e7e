// Limits of the fee schedules that no delivered row answers: each with its source, and the reason
// why no rule checks it.

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Limits, OpenLimit } from '../../../../shared/analytics/billing/rules.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../../../ui/Page.tsx';
import { BillingFrame } from '../ProposalsFrame.tsx';
import { getLimits, KEY } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';

const SYSTEMS = { BEMA: 'BEMA', GOZ: 'GOZ', GOAE: 'GOÄ' } as const;
const fits = (one: OpenLimit, words: readonly string[]): boolean => {
  const text = `${SYSTEMS[one.system]} ${one.nr} ${one.text} ${one.quelle}`.toLocaleLowerCase('de');
  return words.every((word) => text.includes(word));
};

export function LimitsPage() {
  const t = useBillingTexts(),
    book = useQuery({ queryKey: [KEY, 'grenzen'], queryFn: getLimits });
  return (
    <BillingFrame title={t('grenzen.titel')}>
      <p className="ab-lead p-muted">{t('grenzen.wie')}</p>
      {book.isPending && <Loading />}
      {book.isError && <ErrorNotice error={book.error} onRetry={() => void book.refetch()} />}
      {book.data && <OpenLimits book={book.data} />}
    </BillingFrame>
  );
}

function OpenLimits({ book: { zahl, offen } }: { book: Limits }) {
  const t = useBillingTexts(),
    [typed, setTyped] = useState(''),
    words = typed.toLocaleLowerCase('de').split(/\s+/).filter(Boolean),
    found = offen.filter((one) => fits(one, words));
  return (
    <div className="p-stack">
      <p>
        {t('grenzen.stand', {
          geprueft: zahl.GEPRUEFT,
          anders: zahl.REGEL + zahl.ANDERE,
          beschreibung: zahl.BESCHREIBUNG,
          offen: zahl.OFFEN,
        })}
      </p>
      <search className="ab-filter" aria-label={t('filter')}>
        <TextInput
          size="xs"
          className="ab-search"
          aria-label={t('grenzen.suchen')}
          placeholder={t('grenzen.suchen')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span className="p-muted p-small" role="status">
          {t('grenzen.zahl', { n: found.length, alle: offen.length })}
        </span>
      </search>
      {found.length === 0 ? (
        <div className="p-card">
          <Empty>{t('leer.filter')}</Empty>
        </div>
      ) : (
        <ul className="ab-limits">
          {found.map((one) => (
            <li key={one.id} className="p-card">
              <strong>
                {SYSTEMS[one.system]} {one.nr}
              </strong>
              <span lang="de">{one.text}</span>
              <span className="p-muted p-small">
                {t('grenzen.warum')}: {t(`grenzen.${one.grund}`)}
                {one.halt !== '' && (
                  <>
                    {' '}
                    <span lang="de">{one.halt}</span>
                  </>
                )}
              </span>
              <span className="p-muted p-small ab-limit-source">
                {t('grenzen.quelle')}: <span lang="de">{one.quelle}</span> ·{' '}
                {t(`grenzen.${one.sicherheit}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
