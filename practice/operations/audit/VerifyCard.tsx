// Verification of the audit chain for the owner: recomputed on demand, with one plain sentence as
// the result.

import { Button, Text, Title } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useAuditTexts } from './audit-texts.ts';

interface AuditVerdict {
  ok: boolean;
  rows: number;
  head: string;
  at: number;
  broken?: { seq: number; reason: string };
}

export function VerifyCard() {
  const t = useAuditTexts();
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    setFailed(null);
    try {
      setVerdict(await callR4c<AuditVerdict>('/audit/verify'));
    } catch (error) {
      setVerdict(null);
      setFailed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="p-card p-stack" aria-labelledby="audit-title">
      <Title order={2} id="audit-title">
        {t('verify.title')}
      </Title>
      <Text>{t('verify.what')}</Text>
      <div role="status">
        {verdict?.ok && (
          <Notice tone="ok">
            {t('verify.ok', { rows: verdict.rows, sum: verdict.head.slice(0, 16) })}
          </Notice>
        )}
        {verdict?.broken && (
          <Notice tone="bad">{t('verify.broken', { seq: verdict.broken.seq })}</Notice>
        )}
        {failed !== null && <ErrorNotice error={failed} onRetry={() => void check()} />}
      </div>
      <div>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={18} stroke={1.75} aria-hidden />}
          loading={isBusy}
          onClick={() => void check()}
        >
          {t('verify.check')}
        </Button>
      </div>
    </section>
  );
}
