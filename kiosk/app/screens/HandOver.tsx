// Dialogs for handing over a running task: from a tablet to a phone by code; from a phone to a
// tablet by code, or straight back to its origin.

import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskRef } from '../../session/session.types.ts';
import { OfferDialog } from '../../takeover/OfferDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { beginOffer, returnMappe, withdrawOffer } from '../effects/takeover.ts';
import type { Tablet } from '../tablet.ts';

export interface HandOverProps {
  readonly tablet: Tablet;
  readonly task: TaskRef;
  readonly onClose: () => void;
}

export default function HandOver({ tablet, task, onClose }: HandOverProps) {
  const { t } = useTranslation('takeover');
  const [isGivingBack, setGivingBack] = useState(false);
  if (isGivingBack) return <GiveBack tablet={tablet} task={task} onClose={onClose} />;
  const words = tablet.isGuest
    ? { title: t('back.title'), scan: t('back.scan') }
    : { title: t('offer.title'), scan: t('offer.scan') };
  return (
    <OfferDialog
      {...words}
      begin={() => beginOffer(tablet, task, tablet.actor.getSnapshot().context.comfort.language)}
      withdraw={() => withdrawOffer(tablet)}
      onClose={onClose}
      {...(tablet.isGuest && {
        other: { label: t('back.direct'), onPress: () => setGivingBack(true) },
      })}
    />
  );
}

function GiveBack({ tablet, task, onClose }: HandOverProps) {
  const { t } = useTranslation('takeover');
  const [state, setState] = useState<'working' | 'offline' | 'refused'>('working');
  // Done: the server withdraws the tasks, which closes this dialog.
  const start = useEffectEvent(() => {
    returnMappe(tablet, task.mappeId).then(
      (end) => {
        if (end !== 'done') setState(end);
      },
      () => setState('offline'),
    );
  });
  useEffect(() => start(), []);
  return (
    <Modal
      open
      title={t('back.title')}
      actions={
        state === 'working' ? undefined : (
          <Button kind="primary" onPress={onClose}>
            {t('offer.keep')}
          </Button>
        )
      }
    >
      {state === 'working' && <p role="status">{t('offer.saving')}</p>}
      {state === 'offline' && <Notice kind="offline" title={t('offer.offline')} live />}
      {state === 'refused' && <Notice kind="info" title={t('back.refused')} live />}
    </Modal>
  );
}
