// The lines about unusual numbers of opened records, wrong passwords or codes, until an owner has
// acknowledged them.

import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call, TIMEOUT } from '../../api.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { useAuditTexts } from './audit-texts.ts';

export interface Alarm {
  seq: number;
  at: number;
  kind: 'records' | 'sign_in' | 'reset' | 'tablet_code' | 'factor' | 'pin' | 'tablet_pin';
  name: string;
  count: number;
}

const WORDS = {
  records: 'alarm',
  sign_in: 'alarm.signIn',
  reset: 'alarm.reset',
  tablet_code: 'alarm.tabletCode',
  factor: 'alarm.factor',
  pin: 'alarm.pin',
  tablet_pin: 'alarm.tabletPin',
} as const;

export function AlarmLines({ items }: { items: readonly Alarm[] }) {
  const t = useAuditTexts(),
    language = useLanguage(),
    queries = useQueryClient();
  const seen = useMutation({
    mutationFn: (seq: number) =>
      call(`/api/audit/alarms/${seq}/seen`, { method: 'POST', answer: 'none', timeout: TIMEOUT }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['alarms'] }),
    onError: sayError,
  });
  return items.map((one) => (
    <Notice key={one.seq} tone="warn" role="status">
      {t(WORDS[one.kind], {
        name: one.name || t('alarm.someone'),
        at: showInstant(one.at, language),
        count: one.count,
      })}
      <Group gap={8} mt={8}>
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/protokoll?kind=${one.kind === 'records' ? 'access' : 'denial'}`}
        >
          {t('alarm.look')}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={seen.isPending}
          onClick={() => seen.mutate(one.seq)}
        >
          {t('alarm.seen')}
        </Button>
      </Group>
    </Notice>
  ));
}
