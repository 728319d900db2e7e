// What readers of a mail should know: its sender is not proved, and what was left out.

import { useTicketTexts } from './ticket-texts.ts';

interface Marks {
  isMail: boolean;
  /** Words that were removed, and files that were not taken. */
  removed: number;
  leftOut: number;
}

export function MailMarks({ isMail, removed, leftOut }: Marks) {
  const t = useTicketTexts();
  if (!isMail) return null;
  return (
    <p className="tk-small">
      {[
        t('mail.by'),
        ...(removed > 0 ? [t('mail.words', { count: removed })] : []),
        ...(leftOut > 0 ? [t('mail.files', { count: leftOut })] : []),
      ].join(' · ')}
    </p>
  );
}
