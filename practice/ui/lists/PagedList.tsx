// A list that is read page by page: loading, failed, empty, its rows, and the way to further ones.

import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice, useUiTexts } from '../ErrorNotice.tsx';
import { Empty, Loading } from '../Page.tsx';

/** State of a query by pages. */
export interface PagedState {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** The button for the next page, on paper a line that rows are missing; nothing after the last one. */
export function MoreRows({
  list,
}: {
  list: Pick<PagedState, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}) {
  const t = useUiTexts();
  if (!list.hasNextPage) return null;
  return (
    <>
      <Group justify="center" p={12} className="p-noprint">
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      </Group>
      <p className="p-onlyprint">{t('more.printed')}</p>
    </>
  );
}

/**
 * @param isEmpty the query found nothing: `empty` says why
 * @param children the rows; not rendered while there are none
 */
export function PagedList({
  list,
  isEmpty,
  empty,
  children,
}: {
  list: PagedState;
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && isEmpty && !list.hasNextPage && <Empty>{empty}</Empty>}
      {!isEmpty && children}
      <MoreRows list={list} />
    </>
  );
}
