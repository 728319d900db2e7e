// The line above every page while the seal's renewal fails: the functions that still work, and the
// person who can fix it; it cannot be dismissed.

import './documents.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { SealStanding } from '../../../shared/papers/documents.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useDocumentsTexts } from './documents-texts.ts';

export function SealLine({ seal: { state, validUntil } }: { seal: SealStanding }) {
  const t = useDocumentsTexts(),
    language = useLanguage(),
    isOver = state === 'over';
  if (state === 'ok') return null;
  return (
    <section className="d-seal" data-tone={isOver ? 'bad' : 'warn'} aria-label={t('seal.banner')}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <p role={isOver ? 'alert' : 'status'}>
        {t(`seal.${state}`, {
          day: validUntil === null ? '' : dayText(berlinDay(validUntil), language),
        })}{' '}
        {t('seal.tell')}
      </p>
    </section>
  );
}
