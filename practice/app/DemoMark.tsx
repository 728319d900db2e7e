// Says on every screen, also at the sign-in and above the lock, that this is a demo: only a production server has none.

import { useQuery } from '@tanstack/react-query';
import { fetchStatus } from '../api.ts';
import { useAppTexts } from './app-texts.ts';

export function DemoMark() {
  const t = useAppTexts();
  const status = useQuery({ queryKey: ['status'], queryFn: fetchStatus, staleTime: Infinity });
  return status.data !== undefined && status.data.environment !== 'prod' ? (
    <p className="p-demo p-noprint" role="note">
      {t('demo')}
    </p>
  ) : null;
}
