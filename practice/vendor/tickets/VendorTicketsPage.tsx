// Requests of all practices for the vendor's staff: what is due first.

import './tickets.css';
import { SegmentedControl, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { VendorTicket } from '../../../shared/vendor/tickets.schema.ts';
import { VENDOR_VIEWS } from '../../../shared/vendor/tickets.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useNow } from '../../ui/wording/now.ts';
import { TicketList } from './TicketList.tsx';
import { useVendorTickets } from './ticket-calls.ts';
import { useTicketTexts } from './ticket-texts.ts';

export function VendorTicketsPage() {
  const t = useTicketTexts(),
    { values, set } = useQueryParams(['sicht']),
    view = VENDOR_VIEWS.find((one) => one === values.sicht) ?? 'waiting',
    list = useVendorTickets(view),
    pages = list.data?.pages ?? [],
    [newest] = pages,
    items = pages.flatMap((page) => page.items);
  return (
    <Page title={t('vendor.title')}>
      <div className="p-narrow p-stack">
        <SegmentedControl
          aria-label={t('vendor.view')}
          value={view}
          data={VENDOR_VIEWS.map((value) => ({ value, label: t(`vendor.${value}`) }))}
          onChange={(value) => set('sicht', value === 'waiting' ? '' : value)}
        />
        {newest && (
          <>
            <Text size="sm" c="dimmed" role="status">
              {t(newest.waiting === 1 ? 'vendor.counts_one' : 'vendor.counts_other', {
                count: newest.waiting,
                late: newest.late,
              })}
              {Object.values(newest.ratings).some((n) => n > 0) &&
                ` · ${t('vendor.ratings', newest.ratings)}`}
            </Text>
            {newest.stray > 0 && (
              <Notice tone="info">
                <Link to="/betrieb/anfragen/post">
                  {t('mail.waiting', { count: newest.stray })}
                </Link>
              </Notice>
            )}
          </>
        )}
        <PagedList
          list={list}
          isEmpty={items.length === 0}
          empty={t(view === 'waiting' ? 'vendor.none' : 'vendor.noneAll')}
        >
          <section className="p-card">
            <TicketList
              isVendor
              items={items}
              toOf={({ cid, id }) => `/betrieb/anfragen/${encodeURIComponent(cid)}/${id}`}
            >
              {(ticket) => <Line ticket={ticket} />}
            </TicketList>
          </section>
        </PagedList>
      </div>
    </Page>
  );
}

const MINUTE_MS = 60_000;
/** Practice, assignee and deadline of a line. */
function Line({ ticket: { praxisName, assignee, dueAt } }: { ticket: VendorTicket }) {
  const t = useTicketTexts(),
    language = useLanguage(),
    now = useNow(MINUTE_MS),
    isLate = dueAt !== null && dueAt <= now;
  return (
    <span className="tk-small">
      {praxisName} ·{' '}
      {assignee === '' ? t('vendor.noAssignee') : t('vendor.assignee', { name: assignee })}
      {dueAt !== null && (
        <span className={isLate ? 'tk-late' : undefined}>
          {' · '}
          {t(isLate ? 'vendor.late' : 'due', { at: showInstant(dueAt, language) })}
        </span>
      )}
    </span>
  );
}
