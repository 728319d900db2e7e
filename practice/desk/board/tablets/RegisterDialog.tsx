// „Tablet anmelden“: a code to scan or type for ten minutes, then the tablet that used it, with its
// number to compare.

import { Button, Group, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toCanvas } from 'qrcode';
import { useEffect, useRef } from 'react';
import type { BoardRegistration, BoardTablet } from '../../../../shared/exchange/board.ts';
import { showCode } from '../../../../shared/desk/tablet.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Loading } from '../../../ui/Page.tsx';
import { createCode, type NewCode } from '../board-actions.ts';
import { useBoardTexts } from '../board-texts.ts';
import { RegistrationCard } from './RegistrationCard.tsx';
import { Modal } from '../../../ui/Modal.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  registrations: readonly BoardRegistration[];
  tabletCount: number;
  silent: readonly BoardTablet[];
  now: number;
}

export function RegisterDialog({ isOpen, onClose, ...rest }: Props) {
  const t = useBoardTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('reg.title')} size={640}>
      <RegisterSteps onClose={onClose} {...rest} />
    </Modal>
  );
}

function RegisterSteps({
  onClose,
  registrations,
  tabletCount,
  silent,
  now,
}: Omit<Props, 'isOpen'>) {
  const t = useBoardTexts();
  const code = useMutation({ mutationFn: createCode });
  const { mutate } = code;
  const asked = useRef(false);
  const isWaiting = registrations.length > 0;
  useEffect(() => {
    // One code at a time, and none while a tablet that used one waits to be compared.
    if (asked.current || isWaiting) return;
    asked.current = true;
    mutate();
  }, [mutate, isWaiting]);

  if (isWaiting) {
    return (
      <>
        {registrations.map((r) => (
          <RegistrationCard
            key={r.pendingId}
            registration={r}
            tabletCount={tabletCount}
            silent={silent}
            onDone={onClose}
          />
        ))}
      </>
    );
  }
  if (code.isError) return <ErrorNotice error={code.error} onRetry={() => mutate()} />;
  if (!code.data) return <Loading />;
  const left = Math.max(0, code.data.expiresAt - now);
  if (left === 0) {
    return (
      <div className="p-stack">
        <Notice tone="info">{t('reg.expired')}</Notice>
        <Button onClick={() => mutate()} loading={code.isPending}>
          {t('reg.newCode')}
        </Button>
      </div>
    );
  }
  return <CodeSteps code={code.data} left={left} />;
}

function CodeSteps({ code, left }: { code: NewCode; left: number }) {
  const t = useBoardTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const url = new URL(code.url, location.href).href;
  useEffect(() => {
    if (canvas.current)
      void toCanvas(canvas.current, url, {
        width: 208,
        margin: 2,
        color: { dark: '#111A2E', light: '#FFFFFF' },
      });
  }, [url]);
  const minutes = `${Math.floor(left / 60_000)}:${String(Math.floor((left % 60_000) / 1000)).padStart(2, '0')}`;
  return (
    <ol className="e-steps">
      <li>
        {t('reg.step1')} <strong className="e-address">{new URL(url).origin}/</strong>
      </li>
      <li>
        {t('reg.step2')}
        <div className="e-code">
          <canvas ref={canvas} role="img" aria-label={t('reg.qr')} width={208} height={208} />
          <div>
            <output className="e-number p-tabular">{showCode(code.registrationCode)}</output>
            <Text size="sm" c="dimmed" className="p-tabular">
              {t('reg.expires', { time: minutes })}
            </Text>
          </div>
        </div>
      </li>
      <li>
        {t('reg.step3')}{' '}
        <Group gap={8} mt={8} role="status">
          <Loader size={14} />
          <Text size="sm" c="dimmed">
            {t('reg.waiting')}
          </Text>
        </Group>
      </li>
    </ol>
  );
}
