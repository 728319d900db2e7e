// Above every page: what got stuck on the way to or from the practice software, and the question whether to open the papers that it asks for.

import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { BoardEvent } from '../../shared/board.ts';
import { keepLive, openBoardStream } from '../live.ts';
import { useSession } from '../session.ts';
import { Notice } from '../ui/Notice.tsx';
import { STATE_KEY, TRANSFER_KEY, useDoctosyncTexts, useTransferState } from './doctosync-texts.ts';
import { mayFollow } from './follow.ts';

/** An offer that nobody took goes by itself: the next patient is another one. */
const OFFER_MS = 90_000;
const PAGE = '/praxissoftware';

export function TransferBanner() {
  const t = useDoctosyncTexts(), queries = useQueryClient(), { pathname } = useLocation(), isIn = useSession().status === 'in', { data } = useTransferState(true), [opened, setOpened] = useState<string | null>(null);
  const isWatching = data?.isWatching === true;
  useEffect(() => {
    if (!isWatching || !isIn) return undefined;
    return keepLive({
      open: openBoardStream, onState: () => undefined,
      onEvent: (_name, event) => {
        const one = event as BoardEvent | undefined;
        if (one?.kind === 'opened' && mayFollow()) setOpened(one.patid);
        if (one?.kind === 'transfer') for (const queryKey of [STATE_KEY, TRANSFER_KEY]) void queries.invalidateQueries({ queryKey });
      },
    });
  }, [isWatching, isIn, queries]);
  useEffect(() => {
    if (opened === null) return undefined;
    const timer = setTimeout(() => setOpened(null), OFFER_MS);
    return () => clearTimeout(timer);
  }, [opened]);
  const lines = data === undefined || pathname === PAGE ? [] : [...(data.failed > 0 ? [t('banner.failed', { count: data.failed })] : []), ...(data.isAway ? [t('banner.away')] : []), ...(data.unread > 0 ? [t('banner.unread', { count: data.unread })] : [])];
  return (
    <>
      {opened !== null && (
        <section aria-label={t('opened.label')}>
          <Notice tone="info" role="status">
            {t('opened.text', { patid: opened })}
            <Group gap={8} mt={8}>
              <Button size="xs" component={Link} to={`/dokumente?patid=${encodeURIComponent(opened)}`} onClick={() => setOpened(null)}>{t('opened.go')}</Button>
              <Button size="xs" variant="default" onClick={() => setOpened(null)}>{t('opened.no')}</Button>
            </Group>
          </Notice>
        </section>
      )}
      {lines.length > 0 && (
        <section aria-label={t('banner.label')}>
          <Notice tone={(data?.failed ?? 0) > 0 ? 'bad' : 'warn'} role="status">
            {lines.join(' ')} <Link to={PAGE}>{t('banner.look')}</Link>
          </Notice>
        </section>
      )}
    </>
  );
}
