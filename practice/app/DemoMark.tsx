// Marks every screen, including sign-in and lock, as a demo; absent only on a production server.

import { useQuery } from '@tanstack/react-query';
import { fetchStatus } from '../api.ts';
import { useAppTexts } from './app-texts.ts';

export function DemoMark() {
  const t = useAppTexts();
  const status = useQuery({ queryKey: ['status'], queryFn: fetchStatus, staleTime: Infinity });
  return status.data !== undefined && status.data.environment !== 'prod' ? (
    <aside className="p-demo p-noprint" aria-label={t('demo')}>
      {t('demo')}
    </aside>
  ) : null;
}
