// Recovery codes: how many are left, new ones, and their single display.

import { Button, Group, Text, Title } from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import type { Factors } from '../../../shared/accounts/factors.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { say } from '../../ui/toast.tsx';
import { FactorStepUp } from './FactorStepUp.tsx';
import { useProfileTexts } from './profile-texts.ts';
import { useFactorAct } from './use-factor-act.ts';
import { Modal } from '../../ui/Modal.tsx';

/** Below this number new codes are recommended. */
const FEW = 3;

export function CodesCard({
  factors,
  onCodes,
}: {
  factors: Factors;
  onCodes: (codes: string[]) => void;
}) {
  const t = useProfileTexts();
  const { act, failed, isBusy, stepUp } = useFactorAct();
  const renew = (): Promise<boolean> =>
    act(async () =>
      onCodes(
        (
          await call<{ recoveryCodes: string[] }>('/auth/recovery-codes', {
            method: 'POST',
            timeout: TIMEOUT,
          })
        ).recoveryCodes,
      ),
    );
  return (
    <section className="p-card p-stack" aria-labelledby="k-codes">
      <Title order={2} id="k-codes">
        {t('codes.title')}
      </Title>
      <Text>{t('codes.what')}</Text>
      {factors.recoveryLeft < FEW ? (
        <Notice tone="warn">{t('codes.left', { count: factors.recoveryLeft })}</Notice>
      ) : (
        <Text c="dimmed">{t('codes.left', { count: factors.recoveryLeft })}</Text>
      )}
      <Group>
        <Button variant="default" loading={isBusy} onClick={() => void renew()}>
          {t('codes.renew')}
        </Button>
      </Group>
      {failed !== null && <ErrorNotice error={failed} />}
      <FactorStepUp stepUp={stepUp} />
    </section>
  );
}

export function CodesSheet({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useProfileTexts();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    say(t('codes.copied'));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('codes.title')}
      size="lg"
    >
      <div className="p-stack k-paper">
        <Text>{t('codes.once')}</Text>
        <ol className="k-codes" translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Group className="p-noprint">
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('codes.print')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
            onClick={() => void copy()}
          >
            {t('codes.copy')}
          </Button>
          <Button onClick={onClose}>{t('codes.kept')}</Button>
        </Group>
      </div>
    </Modal>
  );
}
