// Targets: the goal of a key figure from a day on, for the practice or one practitioner; the
// traffic lights of the overview use them.

import '../../report-kit/report-kit.css';
import './overview.css';
import { Button, NativeSelect, Table, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { isDay } from '../../../shared/base/dates.ts';
import { TARGETABLE_FIGURES } from '../../../shared/analytics/reports/overview.ts';
import type { Target } from '../../../shared/analytics/reports/target.schema.ts';
import { useKpiWords } from '../../report-kit/use-kpi-words.ts';
import { useMasters } from '../../report-kit/use-masters.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useOverviewTexts } from './overview-texts.ts';
import { DayField } from '../../ui/DayField.tsx';

/** Parses a typed number, German or English; undefined if it is none. */
export function typedNumber(text: string): number | undefined {
  const bare = text.replace(/[\s\u00A0€%]/g, ''),
    german = /^\d{1,3}(\.\d{3})+(,\d+)?$|^\d+(,\d+)?$/.test(bare);
  if (german) return Number(bare.replaceAll('.', '').replace(',', '.'));
  return /^\d+(\.\d+)?$|^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)
    ? Number(bare.replaceAll(',', ''))
    : undefined;
}
/** Returns the target valid on a day: the latest one before it. */
export const targetOn = (
  all: readonly Target[],
  figure: string,
  practitioner: string,
  day: string,
): Target | undefined =>
  all
    .filter(
      (one) => one.kennzahl === figure && one.behandler === practitioner && one.gueltigAb <= day,
    )
    .toSorted((a, b) => (a.gueltigAb < b.gueltigAb ? 1 : -1))[0];

export function TargetsPage() {
  const t = useOverviewTexts(),
    today = useToday(),
    masters = useMasters(),
    list = useQuery({
      queryKey: ['ziele'],
      queryFn: async () =>
        (await call<{ items: Target[] }>('/api/ziele', { timeout: TIMEOUT })).items,
    });
  const [practitioner, setPractitioner] = useState(''),
    [ab, setAb] = useState(`${today.slice(0, 8)}01`),
    keys = TARGETABLE_FIGURES.filter(({ jeBehandler }) => practitioner === '' || jeBehandler);
  return (
    <Page title={t('targets')} refused={list.error}>
      <div className="p-stack">
        <p className="p-muted u-none u-intro">{t('targets.what')}</p>
        <div className="p-card u-targets">
          <div className="u-targets-head">
            <NativeSelect
              label={t('targets.who')}
              value={practitioner}
              data={[
                { value: '', label: t('targets.praxis') },
                ...(masters.behandler ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => setPractitioner(event.currentTarget.value)}
            />
            <DayField
              label={t('targets.from')}
              value={ab}
              error={isDay(ab) ? undefined : t('targets.dayWrong')}
              onChange={setAb}
            />
          </div>
          {list.isPending && <Loading />}
          {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && (
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('targets.figure')}</Table.Th>
                  <Table.Th>{t('targets.now')}</Table.Th>
                  <Table.Th>{t('targets.new')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {keys.map(({ key }) => (
                  <Row
                    key={`${key} ${practitioner}`}
                    kennzahl={key}
                    behandler={practitioner}
                    ab={ab}
                    known={targetOn(list.data, key, practitioner, today)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          )}
        </div>
      </div>
    </Page>
  );
}

function Row({
  kennzahl,
  behandler,
  ab,
  known,
}: {
  kennzahl: string;
  behandler: string;
  ab: string;
  known: Target | undefined;
}) {
  const t = useOverviewTexts(),
    language = useLanguage(),
    queries = useQueryClient(),
    words = useReportWords(),
    { name, typ } = useKpiWords()(kennzahl),
    [text, setText] = useState(''),
    { isBusy, failed, run } = useSubmit();
  const typed = typedNumber(text),
    isMonthly = kennzahl === 'umsatz' || kennzahl === 'honorarumsatz',
    value = typed === undefined ? undefined : typ === 'anteil' ? typed / 100 : typed;
  const save = (value: number | null): Promise<boolean> =>
    run(async () => {
      await call('/api/ziele', {
        method: 'PUT',
        json: { kennzahl, behandler, gueltigAb: ab, wert: value },
        answer: 'none',
        timeout: TIMEOUT,
      });
      setText('');
      await queries.invalidateQueries({ queryKey: ['ziele'] });
      await queries.invalidateQueries({ queryKey: ['bericht'] });
      say(t(value === null ? 'targets.ended' : 'targets.saved', { name }));
    });
  useUnsaved(text.trim() !== '', async () =>
    value !== undefined && isDay(ab) ? save(value) : false,
  );
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        {isMonthly && <span className="p-small p-muted"> {t('targets.monthly')}</span>}
      </Table.Td>
      <Table.Td className="p-tabular">
        {known && known.wert !== null ? (
          <>
            {words.number(known.wert, typ)}{' '}
            <span className="p-small p-muted">
              {t('targets.since', { day: formatDay(known.gueltigAb, language) })}
            </span>
          </>
        ) : (
          '–'
        )}
      </Table.Td>
      <Table.Td>
        <form
          className="u-target-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (value !== undefined && isDay(ab)) void save(value);
          }}
        >
          <TextInput
            size="sm"
            aria-label={t('targets.of', { name })}
            value={text}
            inputMode="decimal"
            rightSection={typ === 'anteil' ? '%' : typ === 'eur' ? '€' : undefined}
            error={text !== '' && typed === undefined ? t('targets.wrong') : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="sm"
            variant="default"
            loading={isBusy}
            disabled={value === undefined || !isDay(ab)}
          >
            {t('targets.save')}
          </Button>
          {known && known.wert !== null && (
            <Button
              size="sm"
              variant="subtle"
              disabled={!isDay(ab)}
              onClick={() => void save(null)}
            >
              {t('targets.end')}
            </Button>
          )}
        </form>
        {failed !== null && <ErrorNotice error={failed} />}
      </Table.Td>
    </Table.Tr>
  );
}
