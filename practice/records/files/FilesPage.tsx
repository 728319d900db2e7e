// The practice's stored files for its owner: how many, what needs them, whether each is sound, and
// unneeded ones.

import './files.css';
import { Button, Group, Progress, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { IconDownload, IconSearch, IconShieldCheck } from '@tabler/icons-react';
import type {
  BucketFile,
  BucketList,
  BucketOrphans,
} from '../../../shared/records/files.schema.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { Page } from '../../ui/Page.tsx';
import { download } from '../../ui/pdf.ts';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useBucketTexts, type BucketKey, type BucketTexts } from './files-texts.ts';
import { useCheck } from './use-check.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
/** Formats bytes as `3,4 MB`. */
function showSize(bytes: number, language: string): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}
/** Share of the limit from which a warning is shown. */
const NEARLY_FULL = 0.8;
const mimeKey = (mime: string): BucketKey =>
  mime === 'application/pdf'
    ? 'mime.pdf'
    : mime.startsWith('image/')
      ? 'mime.picture'
      : 'mime.other';
const short = (name: string): string => `${name.slice(0, 12)}…`;

export function BucketPage() {
  const t = useBucketTexts(),
    language = useLanguage(),
    taking = useWithStepUp();
  const list = useInfiniteQuery({
    queryKey: ['bucket'],
    initialPageParam: '',
    refetchOnWindowFocus: false,
    queryFn: ({ pageParam }) =>
      callR4c<BucketList>(`/admin/bucket/list${pageParam === '' ? '' : `?cursor=${pageParam}`}`),
    getNextPageParam: (last) => last.cursor ?? undefined,
  });
  const first = list.data?.pages[0],
    rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const take = (name: string): void =>
    void taking.run(() => download(`/admin/bucket/file/${name}`, name)).catch(sayError);
  return (
    <Page title={t('title')}>
      <div className="p-stack">
        <Text className="b-lead">{t('what')}</Text>
        {first && (
          <Text fw={600}>
            {t('sum', { count: first.files, size: showSize(first.size, language) })}{' '}
            {t('limit', {
              limit: showSize(first.limit, language),
              percent: Math.floor((first.size / first.limit) * 100),
            })}
          </Text>
        )}
        {first && first.size >= first.limit * NEARLY_FULL && (
          <Notice tone={first.size >= first.limit ? 'bad' : 'warn'} role="alert">
            <Text size="sm">{t(first.size >= first.limit ? 'limit.full' : 'limit.near')}</Text>
          </Notice>
        )}
        {first && (
          <div className="b-cards">
            <CheckCard files={first.files} />
            <OrphansCard />
          </div>
        )}
        <PagedList list={list} isEmpty={rows.length === 0} empty={t('empty')}>
          <div className="p-card b-list p-long">
            <Table className="b-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('col.at')}</Table.Th>
                  <Table.Th>{t('col.mime')}</Table.Th>
                  <Table.Th ta="end">{t('col.size')}</Table.Th>
                  <Table.Th>{t('col.uses')}</Table.Th>
                  <Table.Th>{t('col.name')}</Table.Th>
                  <Table.Th>
                    <span className="b-sr">{t('take')}</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <FileLine key={row.sha256} row={row} onTake={() => take(row.sha256)} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </PagedList>
      </div>
      <StepUp
        isOpen={taking.isAsked}
        onClose={taking.cancel}
        onConfirmed={taking.confirmed}
        why={t('take.why')}
        actionLabel={t('take')}
      />
    </Page>
  );
}

const usesText = (t: BucketTexts, uses: BucketFile['uses']): string =>
  uses.length === 0
    ? t('use.none')
    : uses
        .map(({ use, count }) =>
          count === 1 ? t(`use.${use}`) : t('use.many', { n: count, use: t(`use.${use}`) }),
        )
        .join(', ');

function FileLine({ row, onTake }: { row: BucketFile; onTake: () => void }) {
  const t = useBucketTexts(),
    language = useLanguage();
  return (
    <Table.Tr>
      <Table.Td className="b-at p-tabular">{showInstant(row.at, language)}</Table.Td>
      <Table.Td className="b-mime">{t(mimeKey(row.mime))}</Table.Td>
      <Table.Td className="b-size p-tabular">{showSize(row.size, language)}</Table.Td>
      <Table.Td className="b-uses">{usesText(t, row.uses)}</Table.Td>
      <Table.Td className="b-name">
        <code title={row.sha256}>{short(row.sha256)}</code>
      </Table.Td>
      <Table.Td className="b-take" ta="end">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          aria-label={t('takeOne', { name: short(row.sha256) })}
          onClick={onTake}
        >
          {t('take')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function CheckCard({ files }: { files: number }) {
  const t = useBucketTexts(),
    { state, start, stop } = useCheck();
  return (
    <section className="p-card p-stack">
      <Title order={2}>{t('check')}</Title>
      <Text size="sm">{t('check.what')}</Text>
      <div aria-live="polite" className="p-stack">
        {state.isBusy && (
          <>
            <Progress
              value={(state.checked / Math.max(1, files)) * 100}
              aria-label={t('check.running', { n: state.checked, of: files })}
            />
            <Text size="sm">{t('check.running', { n: state.checked, of: files })}</Text>
          </>
        )}
        {state.isDone && state.faults.length === 0 && (
          <Notice tone="ok">
            <Text size="sm">{t('check.good', { count: state.checked })}</Text>
          </Notice>
        )}
        {state.faults.length > 0 && (
          <Notice tone="bad" role="alert">
            <Text size="sm">{t('check.bad', { count: state.faults.length })}</Text>
            <ul className="b-names">
              {state.faults.map((one) => (
                <li key={one.sha256}>
                  <code>{one.sha256}</code>: {t(`fault.${one.what}`)}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {state.failed !== null && <ErrorNotice error={state.failed} />}
      </div>
      <Group mt="auto">
        {state.isBusy ? (
          <Button variant="default" onClick={stop}>
            {t('check.stop')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
            onClick={start}
          >
            {t('check')}
          </Button>
        )}
      </Group>
    </section>
  );
}

function OrphansCard() {
  const t = useBucketTexts(),
    language = useLanguage(),
    search = useMutation({ mutationFn: () => callR4c<BucketOrphans>('/admin/bucket/orphans') });
  const heaps = search.data
    ? (['unused', 'strays'] as const).filter((name) => search.data[name].files > 0)
    : [];
  return (
    <section className="p-card p-stack">
      <Title order={2}>{t('orphans')}</Title>
      <Text size="sm">{t('orphans.what')}</Text>
      <div aria-live="polite" className="p-stack">
        {search.data && heaps.length === 0 && (
          <Notice tone="ok">
            <Text size="sm">{t('orphans.none')}</Text>
          </Notice>
        )}
        {search.data &&
          heaps.map((name) => (
            <Notice key={name} tone="warn">
              <Text size="sm">
                {t(`orphans.${name}`, {
                  n: search.data[name].files,
                  size: showSize(search.data[name].size, language),
                })}
              </Text>
              <ul className="b-names">
                {search.data[name].names.map((one) => (
                  <li key={one}>
                    <code>{one}</code>
                  </li>
                ))}
              </ul>
            </Notice>
          ))}
        {search.isError && <ErrorNotice error={search.error} />}
      </div>
      <Group mt="auto">
        <Button
          variant="default"
          loading={search.isPending}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          onClick={() => search.mutate()}
        >
          {t('orphans')}
        </Button>
      </Group>
    </section>
  );
}
