// Data of the practice software: age of the newest, every delivery with its contents, withdrawing
// and restoring one, the import paths.

import './data.css';
import { Button, Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCategory,
  IconClock,
  IconListCheck,
  IconTableImport,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { MoreRows } from '../../ui/lists/PagedList.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { useNow } from '../../ui/wording/now.ts';
import { Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { ageWords } from './age.ts';
import { BATCHES_KEY, getBatches, PAGE_SIZE } from './collector-calls.ts';
import { useDataTexts } from './collector-texts.ts';
import { DeliveryRow } from './DeliveryRow.tsx';
import { WaysIn } from './WaysIn.tsx';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Poll interval while a delivery is being received (ms). */
const LOOK_AGAIN = 10_000;

export function DataPage() {
  const t = useDataTexts(),
    queries = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: [BATCHES_KEY],
    queryFn: ({ pageParam }) => getBatches(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.batch),
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some((one) => one.state === 'open') ? LOOK_AGAIN : false,
  });
  const items = list.data?.pages.flat() ?? [];
  const newest = items.reduce<number | null>(
    (last, one) =>
      one.state === 'closed' && one.closedAt !== null && (last === null || one.closedAt > last)
        ? one.closedAt
        : last,
    null,
  );
  // Reports and work lists count different rows afterwards: all cached queries are invalidated.
  const fresh = (): Promise<void> => queries.invalidateQueries();
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap={8}>
          <Button
            component={Link}
            to="/daten/einlesen"
            leftSection={<IconTableImport size={16} stroke={1.75} aria-hidden />}
          >
            {t('in.screen.go')}
          </Button>
          <Button
            component={Link}
            to="/berichte/datenqualitaet"
            variant="default"
            leftSection={<IconListCheck size={16} stroke={1.75} aria-hidden />}
          >
            {t('quality')}
          </Button>
          <Button
            component={Link}
            to="/daten/terminarten"
            variant="default"
            leftSection={<IconCategory size={16} stroke={1.75} aria-hidden />}
          >
            {t('types.title')}
          </Button>
        </Group>
      }
    >
      <div className="p-stack dt-page">
        <Text c="dimmed">{t('lead')}</Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && items.length > 0 && <Newest at={newest} mayBeOlder={list.hasNextPage} />}
        {list.isSuccess && items.length === 0 && (
          <section className="p-card dt-none">
            <p className="dt-none-word">{t('empty')}</p>
            <WaysIn />
          </section>
        )}
        {items.length > 0 && (
          <ul className="dt-rows p-card" aria-label={t('list')}>
            {items.map((one) => (
              <DeliveryRow key={one.batch} one={one} fresh={fresh} />
            ))}
          </ul>
        )}
        <MoreRows list={list} />
        {items.length > 0 && (
          <details className="p-card dt-ways">
            <summary>{t('ways')}</summary>
            <WaysIn />
          </details>
        )}
      </div>
    </Page>
  );
}

function Newest({ at, mayBeOlder }: { at: number | null; mayBeOlder: boolean }) {
  const t = useDataTexts(),
    language = useLanguage(),
    now = useNow(60_000);
  // The delivery in effect may be on a page that is not loaded yet.
  if (at === null)
    return mayBeOlder ? null : (
      <div>
        <StateWord tone="warn" icon={IconAlertTriangle}>
          {t('newest.none')}
        </StateWord>
      </div>
    );
  const isOld = now - at > DAY_MS;
  return (
    <div>
      <StateWord tone={isOld ? 'warn' : 'ok'} icon={isOld ? IconAlertTriangle : IconClock}>
        {t('newest', { age: ageWords(at, now, language), at: showInstant(at, language) })}
      </StateWord>
    </div>
  );
}
