// Quarter closing page: what can still be billed, the budget, open tasks, and marking the billing
// as handed in.

import { Button, Checkbox, Group, NativeSelect, Table } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { dayText } from '../../../shared/base/dates.ts';
import { findKzv } from '../../../catalog/kzv/kzv.ts';
import type { Quarter } from '../../../shared/analytics/billing/billing.schema.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say as sayShort, sayError } from '../../ui/toast.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { money, useWorth } from '../../ui/wording/worth.ts';
import { BillingFrame } from './ProposalsFrame.tsx';
import { getQuarter, handIn, KEY, takeBackHandIn } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { Waiting } from './Progress.tsx';
import { count, percent, periodName } from './words.ts';

/** Returns the given quarter and the ones before it, as `2026-Q4`. Pure. */
export function quartersBack(today: string, n: number): string[] {
  const now = Number(today.slice(0, 4)) * 4 + Math.ceil(Number(today.slice(5, 7)) / 3) - 1;
  return Array.from(
    { length: n },
    (_, back) => `${Math.floor((now - back) / 4)}-Q${((now - back) % 4) + 1}`,
  );
}
const OFFERED = 6;
/** Share from which a budget counts as nearly used up. */
const CLOSE = 0.9;

export function QuarterPage() {
  const t = useBillingTexts(),
    today = useToday(),
    { values, set } = useQueryParams(['quartal', 'kzv']),
    kzv = values.kzv ?? '',
    choices = quartersBack(today, OFFERED),
    chosen = choices.find((one) => one === values.quartal) ?? choices[0] ?? '';
  const page = useQuery({
    queryKey: [KEY, 'quartal', chosen, kzv],
    queryFn: () => getQuarter(chosen, kzv),
    placeholderData: keepPreviousData,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  return (
    <BillingFrame title={t('quartal.titel')}>
      <search className="ab-filter p-noprint" aria-label={t('filter')}>
        <NativeSelect
          size="xs"
          aria-label={t('quartal.welches')}
          value={chosen}
          onChange={(event) =>
            set(
              'quartal',
              event.currentTarget.value === choices[0] ? '' : event.currentTarget.value,
            )
          }
          data={choices.map((value) => ({ value, label: periodName(value) }))}
        />
        {page.data && page.data.kzven.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('quartal.kzv')}
            value={kzv}
            onChange={(event) => set('kzv', event.currentTarget.value)}
            data={[
              { value: '', label: t('quartal.alleKzv') },
              ...page.data.kzven.map((value) => ({ value, label: findKzv(value)?.name ?? value })),
            ]}
          />
        )}
      </search>
      {page.isPending && !page.isError && <Waiting reason={page.failureReason} />}
      {page.isError && <ErrorNotice error={page.error} onRetry={() => void page.refetch()} />}
      {page.data && <Shown data={page.data} kzv={kzv} isOld={page.isPlaceholderData} />}
    </BillingFrame>
  );
}

function Shown({ data, kzv, isOld }: { data: Quarter; kzv: string; isOld: boolean }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit(),
    [includesEarlier, setIncludesEarlier] = useState(false);
  const isOver = data.tageUebrig < 0 || data.heute > data.bis,
    fresh = (): Promise<void> => queries.invalidateQueries({ queryKey: [KEY] });
  const give = (bereich: Quarter['bereiche'][number]['bereich'], zeitraum: string): void =>
    void run(async () => {
      await handIn({ id: uuidv7(), kzv, bereich, zeitraum, mitFrueheren: includesEarlier });
      await fresh();
      sayShort(
        t('abgabe.gesagt', { bereich: t(`bereich.${bereich}`), zeitraum: periodName(zeitraum) }),
      );
    }, sayError);
  const back = (id: string): void =>
    void run(async () => {
      await takeBackHandIn(id);
      await fresh();
      sayShort(t('abgabe.zurueck'));
    }, sayError);
  return (
    <div className="p-stack" data-old={isOld}>
      <section className="p-card ab-part" aria-labelledby="ab-count">
        <h2 id="ab-count" className="ab-h2">
          {isOver
            ? t('quartal.vorbei', {
                quartal: periodName(data.quartal),
                bis: dayText(data.bis, language),
              })
            : data.tageUebrig === 0
              ? t('quartal.heute', { quartal: periodName(data.quartal) })
              : t(data.tageUebrig === 1 ? 'quartal.nochEin' : 'quartal.noch', {
                  n: data.tageUebrig,
                  bis: dayText(data.bis, language),
                })}
        </h2>
        <ul className="ab-checks">
          {data.punkte.map(({ was, anzahl, cents, geschaetzt, ohneWert, pfad }) => {
            const tone = anzahl === null ? 'off' : anzahl === 0 ? 'ok' : 'warn',
              Icon =
                anzahl === null
                  ? IconCircleDashed
                  : anzahl === 0
                    ? IconCircleCheck
                    : IconAlertTriangle;
            return (
              <li key={was}>
                <StateWord tone={tone} icon={Icon}>
                  {anzahl === null
                    ? t('punkt.unbekannt')
                    : anzahl === 0
                      ? t('punkt.fertig')
                      : t('punkt.offen', { n: count(anzahl, language) })}
                </StateWord>
                <span className="ab-check-name">
                  {pfad === '' ? (
                    t(`punkt.${was}`)
                  ) : (
                    <Link className="ab-inline" to={pfad}>
                      {t(`punkt.${was}`)}
                    </Link>
                  )}
                  {anzahl === null && (
                    <span className="p-small p-muted ab-block">{t('punkt.nichtGeliefert')}</span>
                  )}
                </span>
                <span className="ab-num p-tabular">
                  {cents === null || (cents === 0 && ohneWert === 0) || was === 'pruefungen'
                    ? ''
                    : worth.sum({ anzahl: anzahl ?? 0, cents, geschaetzt, ohneWert })}
                </span>
              </li>
            );
          })}
        </ul>
        {data.stand !== null && (
          <p className="p-small p-muted">{t('stand', { am: showInstant(data.stand, language) })}</p>
        )}
      </section>
      <section className="p-card ab-part" aria-labelledby="ab-areas">
        <h2 id="ab-areas" className="ab-h2">
          {t('quartal.bereiche')}
        </h2>
        <p className="p-muted">{t('abgabe.wie')}</p>
        <div className="ab-table">
          <Table aria-label={t('quartal.bereiche')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('spalte.bereich')}</Table.Th>
                <Table.Th>{t('spalte.zeitraum')}</Table.Th>
                <Table.Th className="ab-num">{t('kennzahl.offen')}</Table.Th>
                <Table.Th className="ab-num">{t('kennzahl.vorgemerkt')}</Table.Th>
                <Table.Th>{t('spalte.abgabe')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.bereiche.map(({ bereich, zeitraum, offen, vorgemerkt, abgegeben }) => {
                const what = { bereich: t(`bereich.${bereich}`), zeitraum: periodName(zeitraum) };
                return (
                  <Table.Tr key={`${bereich} ${zeitraum}`}>
                    <Table.Td>{t(`bereich.${bereich}`)}</Table.Td>
                    <Table.Td className="p-tabular">{periodName(zeitraum)}</Table.Td>
                    <Table.Td className="ab-num p-tabular">
                      {offen.anzahl === 0
                        ? '–'
                        : `${count(offen.anzahl, language)} · ${worth.sum(offen)}`}
                    </Table.Td>
                    <Table.Td className="ab-num p-tabular">
                      {vorgemerkt.anzahl === 0
                        ? '–'
                        : `${count(vorgemerkt.anzahl, language)} · ${worth.sum(vorgemerkt)}`}
                    </Table.Td>
                    <Table.Td>
                      {abgegeben === null ? (
                        <ConfirmButton
                          size="compact-sm"
                          variant="default"
                          disabled={isBusy}
                          aria-label={t('abgabe.tunWas', what)}
                          question={t('abgabe.frage', {
                            ...what,
                            n: offen.anzahl + vorgemerkt.anzahl,
                          })}
                          yes={t('abgabe.ja')}
                          onYes={() => give(bereich, zeitraum)}
                        >
                          {t('abgabe.tun')}
                        </ConfirmButton>
                      ) : (
                        <Group gap={8}>
                          <StateWord tone="ok" icon={IconCircleCheck}>
                            {t('abgabe.ist')}
                          </StateWord>
                          <span className="p-small p-muted p-tabular">
                            {[abgegeben.von, showInstant(abgegeben.am, language)]
                              .filter((part) => part !== '')
                              .join(', ')}
                          </span>
                          <Button
                            size="compact-sm"
                            variant="subtle"
                            disabled={isBusy}
                            leftSection={<IconArrowBackUp size={14} aria-hidden />}
                            aria-label={t('abgabe.zurueckWas', what)}
                            onClick={() => back(abgegeben.id)}
                          >
                            {t('zurueck')}
                          </Button>
                        </Group>
                      )}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
              <Table.Tr>
                <Table.Td>{t('quartal.privat')}</Table.Td>
                <Table.Td className="p-muted">{t('quartal.verfaelltNie')}</Table.Td>
                <Table.Td className="ab-num p-tabular">
                  {data.privat.offen.anzahl === 0
                    ? '–'
                    : `${count(data.privat.offen.anzahl, language)} · ${worth.sum(data.privat.offen)}`}
                </Table.Td>
                <Table.Td className="ab-num p-tabular">
                  {data.privat.vorgemerkt.anzahl === 0
                    ? '–'
                    : `${count(data.privat.vorgemerkt.anzahl, language)} · ${worth.sum(data.privat.vorgemerkt)}`}
                </Table.Td>
                <Table.Td />
              </Table.Tr>
            </Table.Tbody>
          </Table>
        </div>
        <Checkbox
          size="sm"
          label={t('abgabe.mitFrueheren')}
          checked={includesEarlier}
          onChange={(event) => setIncludesEarlier(event.currentTarget.checked)}
        />
      </section>
      <Budget hvm={data.hvm} />
    </div>
  );
}

function Budget({ hvm }: { hvm: Quarter['hvm'] }) {
  const t = useBillingTexts(),
    language = useLanguage();
  const amount = (value: number, einheit: 'EUR' | 'PUNKTE'): string =>
    einheit === 'EUR' ? money(value * 100, language) : t('punkte', { n: count(value, language) });
  return (
    <section className="p-card ab-part" aria-labelledby="ab-budget">
      <h2 id="ab-budget" className="ab-h2">
        {t('hvm.titel')}
      </h2>
      {hvm === null ? (
        <p className="p-muted">{t('hvm.ohneKzv')}</p>
      ) : !hvm.istEingerichtet ? (
        <p className="p-muted">{t('hvm.ohneGrenze')}</p>
      ) : (
        <>
          {hvm.auslastung !== null && (
            <p>
              <StateWord
                tone={hvm.auslastung >= 1 ? 'bad' : hvm.auslastung >= CLOSE ? 'warn' : 'ok'}
                icon={hvm.auslastung >= CLOSE ? IconAlertTriangle : IconCircleCheck}
              >
                {t('hvm.auslastung', { n: percent(hvm.auslastung, language) })}
              </StateWord>
            </p>
          )}
          <dl className="ab-figures">
            {(['verbrauch', 'grenze', 'prognose'] as const).map((key) => (
              <div key={key} className="ab-figure">
                <dt>{t(`hvm.${key}`)}</dt>
                <dd className="p-tabular">
                  <strong>{hvm[key] === null ? '–' : amount(hvm[key], hvm.einheit)}</strong>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
