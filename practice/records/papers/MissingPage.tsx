// Signatures that are missing before treatment: by day and person, the state of each paper,
// possible cost; sent, printed and ticked off from the row.

import './papers.css';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPrinter, IconScan, IconTable } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Missing } from '../../../shared/papers/papers.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Loading, Page } from '../../ui/Page.tsx';
import { download } from '../../ui/pdf.ts';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { MissingList } from './MissingList.tsx';
import type { CallsPart } from './MissingVisitRow.tsx';
import { usePapersTexts, type PapersTexts } from './papers-texts.ts';
import { getScans, SCANS_KEY } from './scan-calls.ts';

const RANGES = [0, 1, 7, 14] as const,
  USUAL = 7;
const KEY = 'missing-signatures';

/** Formats „Heute, Freitag, 20.11.2026“. @param day YYYY-MM-DD */
function dayWords(t: PapersTexts, day: string, today: string, language: string): string {
  const at = Date.parse(`${day}T12:00:00Z`),
    words = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
      timeZone: 'UTC',
      weekday: 'long',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }).format(at);
  if (day === today) return t('day.today', { day: words });
  return at - Date.parse(`${today}T12:00:00Z`) === DAY_MS
    ? t('day.tomorrow', { day: words })
    : words;
}

export function MissingPage({ Calls }: { Calls: CallsPart }) {
  const t = usePapersTexts(),
    language = useLanguage(),
    filter = useQueryParams(['tage']),
    csv = useSubmit();
  const days = RANGES.find((one) => String(one) === filter.values.tage) ?? USUAL;
  const list = useQuery({
    queryKey: [KEY, days],
    queryFn: () => callR4c<Missing>(`/papers/missing?days=${days}`),
    refetchInterval: 60_000,
  });
  const scans = useQuery({ queryKey: SCANS_KEY, queryFn: getScans, refetchInterval: 60_000 }),
    toAssign = scans.data?.count ?? 0;
  const save = (): void =>
    void csv.run(
      () => download(`/papers/missing/csv?days=${days}`, `${t('csv.file')}.csv`),
      sayError,
    );
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap={8} className="p-noprint">
          <Button
            component={Link}
            to="/fehlend/einlesen"
            leftSection={<IconScan size={16} stroke={1.75} aria-hidden />}
          >
            {toAssign > 0 ? t('scan.goCount', { n: toAssign }) : t('scan.go')}
          </Button>
          <NativeSelect
            aria-label={t('range')}
            value={String(days)}
            onChange={(event) =>
              filter.set(
                'tage',
                event.currentTarget.value === String(USUAL) ? '' : event.currentTarget.value,
              )
            }
            data={RANGES.map((one) => ({ value: String(one), label: t(`range.${one}`) }))}
          />
          <Button
            variant="default"
            leftSection={<IconTable size={16} stroke={1.75} aria-hidden />}
            loading={csv.isBusy}
            onClick={save}
            data-list-export
            aria-keyshortcuts="E"
          >
            {t('csv')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
            onClick={() => print()}
          >
            {t('print')}
          </Button>
        </Group>
      }
    >
      <Text className="pa-lead">
        {t('lead')}{' '}
        <Link className="pa-inline p-noprint" to="/fehlend/vereinbarung">
          {t('fee.link')}
        </Link>
      </Text>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <MissingList
          list={list.data}
          words={(day) => dayWords(t, day, list.data.from, language)}
          Calls={Calls}
          onChanged={async () => {
            await list.refetch();
          }}
        />
      )}
      {list.isSuccess && (
        <Text size="xs" c="dimmed" className="pa-stand">
          {t('printed', { at: showInstant(list.dataUpdatedAt, language) })}
        </Text>
      )}
    </Page>
  );
}
