// Lines of requests, each a link to its page.

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TicketView } from '../../../shared/vendor/tickets.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { TicketState } from './TicketState.tsx';
import { useTicketTexts } from './ticket-texts.ts';

export function TicketList<Ticket extends TicketView>({
  items,
  toOf,
  isVendor = false,
  children,
}: {
  items: readonly Ticket[];
  /** Page of a request. */
  toOf: (ticket: Ticket) => string;
  isVendor?: boolean;
  /** Further words of a line. */
  children?: (ticket: Ticket) => ReactNode;
}) {
  const t = useTicketTexts(),
    language = useLanguage();
  return (
    <ul className="tk-list">
      {items.map((ticket) => (
        <li key={ticket.id}>
          <Link className="tk-row" to={toOf(ticket)}>
            <span className="tk-subject">{ticket.subject}</span>
            <TicketState state={ticket.state} isVendor={isVendor} />
            <span className="tk-small">
              {ticket.helpdeskid} · {t(`short.${ticket.priority}`)} · {t(`area.${ticket.area}`)} ·{' '}
              {ticket.openedBy} ·{' '}
              {t('last', {
                side: t(ticket.lastSide === 'vendor' ? 'vendor' : 'you'),
                at: showInstant(ticket.lastAt, language),
              })}
            </span>
            {children?.(ticket)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
