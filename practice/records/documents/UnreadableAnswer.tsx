// Answer for an unreadable file: why, and whether it once had a seal.

import { Text, Title } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import type { UnreadableReason } from '../../../shared/papers/verify.ts';
import { useDocumentsTexts, type DocumentsKey } from './documents-texts.ts';

/** Explains why a file is unreadable. */
export const REASON: Record<UnreadableReason, DocumentsKey> = {
  empty: 'unreadable.empty',
  not_a_pdf: 'unreadable.not_a_pdf',
  encrypted: 'unreadable.encrypted',
  broken: 'unreadable.broken',
  too_large: 'unreadable.too_large',
  too_many_pages: 'unreadable.too_many_pages',
};

export function UnreadableAnswer({
  reason,
  hadSeal,
  fileName,
}: {
  reason: UnreadableReason;
  hadSeal: boolean;
  fileName: string;
}) {
  const t = useDocumentsTexts();
  return (
    <section className="p-card">
      <div className="d-verdict" data-tone={hadSeal ? 'bad' : 'off'}>
        <IconFileAlert size={32} stroke={1.75} aria-hidden />
        <div>
          <Title order={2} className="d-verdict-word">
            {t('unreadable')}
          </Title>
          <Text>
            {t(REASON[reason])} {hadSeal ? t('unreadable.hadSeal') : ''}
          </Text>
        </div>
      </div>
      <Text size="sm" c="dimmed" mt={8}>
        {t('check.file', { name: fileName })}
      </Text>
    </section>
  );
}
