// Takes a Mappe back from a phone: the tablet's camera reads the QR code on the phone.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeoverCode } from '../../../shared/exchange/takeover.ts';
import { CodeCamera } from '../../tablet/CodeCamera.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { fetchMappe } from '../effects/takeover.ts';
import type { Tablet } from '../tablet.ts';

/** Path of one of our addresses; the directory decides which hosts are valid. */
function pathFromScan(text: string): string | undefined {
  try {
    const { pathname } = new URL(text);
    return takeoverCode(pathname) ? pathname : undefined;
  } catch {
    return undefined;
  }
}

export interface FetchMappeProps {
  readonly tablet: Tablet;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export default function FetchMappe({ tablet, onClose, onDone }: FetchMappeProps) {
  const { t } = useTranslation('takeover');
  const [state, setState] = useState<'looking' | 'working' | 'refused' | 'offline'>('looking');
  const onCode = (pathname: string): void => {
    const code = takeoverCode(pathname);
    if (!code) return;
    setState('working');
    fetchMappe(tablet, code).then(
      (end) => {
        if (end === 'done') onDone();
        else setState(end);
      },
      () => setState('offline'),
    );
  };
  if (state === 'looking')
    return (
      <CodeCamera
        read={pathFromScan}
        words={{ title: t('staff.fetch'), hint: t('staff.hint'), other: t('staff.other') }}
        onCode={onCode}
        onClose={onClose}
      />
    );
  return (
    <Modal
      open
      title={t('staff.fetch')}
      actions={
        state === 'working' ? undefined : (
          <Button kind="primary" onPress={onClose}>
            {t('staff.close')}
          </Button>
        )
      }
    >
      {state === 'working' && <p role="status">{t('page.working')}</p>}
      {state === 'refused' && <Notice kind="warn" title={t('staff.refused')} live />}
      {state === 'offline' && <Notice kind="offline" title={t('problem.offline')} live />}
    </Modal>
  );
}
