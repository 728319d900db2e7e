// Requests for help of a practice: open ones first, then those that are done.

import './tickets.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { offAt } from '../../../shared/base/flags/flags.ts';
import type { TicketView } from '../../../shared/vendor/tickets.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { TicketList } from './TicketList.tsx';
import { useTickets } from './ticket-calls.ts';
import { useTicketTexts, type TicketText } from './ticket-texts.ts';

const PENS = '/hilfe/stifte';
const isDone = ({ state }: TicketView): boolean => state === 'solved' || state === 'closed';

export function HelpPage() {
  const t = useTicketTexts(),
    { off } = useSession(),
    list = useTickets(),
    items = list.data?.items ?? [];
  const groups: readonly (readonly [TicketText, readonly TicketView[]])[] = [
    ['openOnes', items.filter((one) => !isDone(one))],
    ['doneOnes', items.filter(isDone)],
  ];
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap={8}>
          {offAt(PENS, off) === undefined && (
            <Button component={Link} to={PENS} variant="default">
              {t('pens')}
            </Button>
          )}
          <Button component={Link} to="/hilfe/rueckmeldung" variant="default">
            {t('feedback')}
          </Button>
          <Button component={Link} to="/hilfe/neu" leftSection={<IconPlus size={18} aria-hidden />}>
            {t('new')}
          </Button>
        </Group>
      }
    >
      <div className="p-narrow p-stack">
        <Text>{t('lead')}</Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && items.length === 0 && (
          <Empty>
            <Text fw={600}>{t('none')}</Text>
            <Text size="sm">{t('noneHint')}</Text>
          </Empty>
        )}
        {groups
          .filter(([, tickets]) => tickets.length > 0)
          .map(([title, tickets]) => (
            <section key={title} className="p-card" aria-labelledby={`tk-${title}`}>
              <Title order={2} id={`tk-${title}`}>
                {t(title)}
              </Title>
              <TicketList items={tickets} toOf={({ id }) => `/hilfe/${id}`} />
            </section>
          ))}
        {items.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('kept')}
          </Text>
        )}
      </div>
    </Page>
  );
}
