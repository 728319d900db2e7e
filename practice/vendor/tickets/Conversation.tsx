// Messages and notes of a request, the oldest first.

import type { TicketEntry } from '../../../shared/vendor/tickets.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useTicketTexts } from './ticket-texts.ts';

export function Conversation({ entries }: { entries: readonly TicketEntry[] }) {
  const t = useTicketTexts(),
    language = useLanguage();
  return (
    <ol className="tk-talk">
      {entries.map((entry) => (
        <li key={entry.id} className="tk-entry" data-side={entry.side} data-kind={entry.kind}>
          <p className="tk-small">
            {entry.kind === 'note' ? t('note') : t(entry.side === 'vendor' ? 'vendor' : 'you')} ·{' '}
            {entry.name} · {showInstant(entry.at, language)}
          </p>
          <p className="tk-text">
            {entry.kind === 'state' ? t('stateSet', { name: entry.name }) : entry.text}
          </p>
        </li>
      ))}
    </ol>
  );
}
