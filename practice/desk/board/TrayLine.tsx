// „Zuordnen“: questionnaires without a record and since when, waiting scanned pages, parked items
// of tablets, and the links to all of it.

import { Button, Group, Title } from '@mantine/core';
import { IconAlertTriangle, IconLink, IconPlayerPause, IconScan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { UNMATCHED_WARN_MS } from '../../../shared/forms/task/home.ts';
import type { ScansWaiting } from '../../../shared/papers/scan.schema.ts';
import type { ParkedItem } from '../../../shared/exchange/sync.schema.ts';
import { callR4c } from '../../api.ts';
import { useSession } from '../../session.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useBoardTexts } from './board-texts.ts';
import { ageText } from './OpenList.tsx';
import { BOARD_KEY } from './use-board.ts';

export function TrayLine({ now }: { now: number }) {
  const t = useBoardTexts(),
    { status, acting } = useSession();
  // Refetched together with the board.
  const tray = useQuery({
    queryKey: [...BOARD_KEY, 'tray'],
    queryFn: () =>
      callR4c<{ count: number; oldestAt: number | null; stopped: number }>('/anamnese/tray'),
    enabled: status === 'in' && acting === null,
    retry: false,
  });
  const scans = useQuery({
    queryKey: [...BOARD_KEY, 'scans'],
    queryFn: () => callR4c<ScansWaiting>('/papers/scans/count'),
    enabled: status === 'in' && acting === null,
    retry: false,
  });
  const parked = useQuery({
    queryKey: [...BOARD_KEY, 'parked'],
    queryFn: async () => (await callR4c<{ items: ParkedItem[] }>('/tablet/parked')).items,
    enabled: status === 'in' && acting === null,
    retry: false,
  });
  if (!tray.data) return null;
  const aside = parked.data?.length ?? 0,
    pages = scans.data?.tray ?? 0,
    rest = scans.data?.waiting ?? 0;
  const { count, oldestAt, stopped } = tray.data,
    age = oldestAt === null ? 0 : Math.max(60_000, now - oldestAt);
  return (
    <section className="e-column" data-column="tray" aria-label={t('tray')}>
      <div className="e-strip-head">
        <Title order={2} className="e-column-title">
          {t('tray')}
        </Title>
        {count === 0 && pages + rest + aside === 0 && (
          <span className="p-muted">{t('tray.none')}</span>
        )}
        {count > 0 && (
          <strong className="p-tabular">
            {count === 1 ? t('tray.one') : t('tray.n', { n: count })}
          </strong>
        )}
        {count > 0 &&
          (age > UNMATCHED_WARN_MS ? (
            <StateWord tone="warn" icon={IconAlertTriangle}>
              {t('tray.since', { age: ageText(t, age) })}
            </StateWord>
          ) : (
            <span className="p-muted p-tabular">{t('tray.since', { age: ageText(t, age) })}</span>
          ))}
        {stopped > 0 && (
          <StateWord tone="warn" icon={IconPlayerPause}>
            {stopped === 1 ? t('tray.stopped.one') : t('tray.stopped', { n: stopped })}
          </StateWord>
        )}
        {pages > 0 && (
          <StateWord tone="warn" icon={IconScan}>
            {t(pages === 1 ? 'tray.scan.one' : 'tray.scans', { n: pages })}
          </StateWord>
        )}
        {rest > 0 && (
          <StateWord tone="text" icon={IconScan}>
            {t(rest === 1 ? 'tray.rest.one' : 'tray.rest', { n: rest })}
          </StateWord>
        )}
        {aside > 0 && (
          <StateWord tone="warn" icon={IconAlertTriangle}>
            {t(aside === 1 ? 'tray.aside.one' : 'tray.aside', { n: aside })}
          </StateWord>
        )}
        <TrayLinks aside={aside} pages={pages} rest={rest} count={count} />
      </div>
    </section>
  );
}

function TrayLinks({
  aside,
  pages,
  rest,
  count,
}: {
  aside: number;
  pages: number;
  rest: number;
  count: number;
}) {
  const t = useBoardTexts();
  return (
    <Group gap={8}>
      {aside > 0 && (
        <Button size="xs" component={Link} to="/zurueckgelegt">
          {t('tray.aside.go')}
        </Button>
      )}
      {pages + rest > 0 && (
        <Button size="xs" variant="default" component={Link} to="/fehlend/einlesen">
          {t('tray.scans.go')}
        </Button>
      )}
      {count > 0 && (
        <Button size="xs" component={Link} to="/zuordnen">
          {t('tray.go')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        component={Link}
        to="/zuordnen/links"
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
      >
        {t('tray.links')}
      </Button>
    </Group>
  );
}
