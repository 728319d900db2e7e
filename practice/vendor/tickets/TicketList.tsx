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
  children,
}: {
  items: readonly Ticket[];
  /** Page of a request. */
  toOf: (ticket: Ticket) => string;
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
            <TicketState state={ticket.state} />
            <span className="tk-small">
              {ticket.helpdeskid} · {t(`short.${ticket.priority}`)} · {t(`area.${ticket.area}`)} ·{' '}
              {t('asked', { name: ticket.openedBy, at: showInstant(ticket.lastAt, language) })}
            </span>
            {children?.(ticket)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
