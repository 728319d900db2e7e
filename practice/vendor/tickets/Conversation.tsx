// Messages and notes of a request, the oldest first.

import type { TicketEntry } from '../../../shared/vendor/tickets.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { MailMarks } from './MailMarks.tsx';
import { TicketFiles } from './TicketFiles.tsx';
import { useTicketTexts } from './ticket-texts.ts';

/** @param read fetches a file of the request */
export function Conversation({
  entries,
  read,
}: {
  entries: readonly TicketEntry[];
  read: (fileId: string) => Promise<Blob>;
}) {
  const t = useTicketTexts(),
    language = useLanguage();
  return (
    <ol className="tk-talk">
      {entries.map((entry) => (
        <li key={entry.id} className="tk-entry" data-side={entry.side} data-kind={entry.kind}>
          <p className="tk-small">
            {entry.kind === 'note' ? t('note') : t(entry.side === 'vendor' ? 'vendor' : 'you')} ·{' '}
            {entry.name !== '' && `${entry.name} · `}
            {showInstant(entry.at, language)}
          </p>
          <p className="tk-text">
            {entry.kind !== 'state'
              ? entry.text
              : entry.name === ''
                ? t('stateSilent')
                : t('stateSet', { name: entry.name })}
          </p>
          <MailMarks isMail={entry.isMail} removed={entry.removed} leftOut={entry.leftOut} />
          {entry.files.length > 0 && <TicketFiles files={entry.files} read={read} />}
        </li>
      ))}
    </ol>
  );
}
