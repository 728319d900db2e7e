// Shows the code that continues a Mappe on the patient's own phone: two minutes, single use.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { TAKEOVER_MS } from '../../../../shared/exchange/takeover.ts';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useNow } from '../../../ui/wording/now.ts';
import { QrPicture } from '../../../ui/QrPicture.tsx';
import { offerTakeover } from '../board-actions.ts';
import { useBoardTexts } from '../board-texts.ts';
import { Modal } from '../../../ui/Modal.tsx';

type State =
  | { kind: 'asking' }
  | { kind: 'shown'; url: string; until: number }
  | { kind: 'failed'; error: unknown };

interface Props {
  isOpen: boolean;
  mappeId: string;
  onClose: () => void;
}

export function TakeoverDialog({ isOpen, ...rest }: Props) {
  const t = useBoardTexts();
  return (
    <Modal opened={isOpen} onClose={rest.onClose} title={t('act.onPhone')}>
      <Code {...rest} />
    </Modal>
  );
}

/** A new code each time the dialog is opened. */
function Code({ mappeId, onClose }: Omit<Props, 'isOpen'>) {
  const t = useBoardTexts();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const ask = useCallback((): (() => void) => {
    let isOver = false;
    offerTakeover(mappeId).then(
      // By the clock of this computer: the server's may differ by minutes.
      ({ url, expiresAt, serverTime }) => {
        if (!isOver) setState({ kind: 'shown', url, until: Date.now() + expiresAt - serverTime });
      },
      (error: unknown) => {
        if (!isOver) setState({ kind: 'failed', error });
      },
    );
    return () => {
      isOver = true;
    };
  }, [mappeId]);
  useEffect(ask, [ask]);
  const again = (): void => {
    setState({ kind: 'asking' });
    ask();
  };
  return (
    <>
      {state.kind === 'asking' && <Text role="status">{t('phone.making')}</Text>}
      {state.kind === 'failed' && <ErrorNotice error={state.error} onRetry={again} />}
      {state.kind === 'shown' && (
        <Shown url={state.url} until={state.until} onAgain={again} onClose={onClose} />
      )}
    </>
  );
}

function Shown({
  url,
  until,
  onAgain,
  onClose,
}: {
  url: string;
  until: number;
  onAgain: () => void;
  onClose: () => void;
}) {
  const t = useBoardTexts(),
    ui = useUiTexts(),
    left = Math.min(TAKEOVER_MS / 1_000, Math.max(0, Math.ceil((until - useNow(1_000)) / 1_000)));
  if (left === 0)
    return (
      <Stack>
        <Text role="status">{t('phone.over')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('close')}
          </Button>
          <Button onClick={onAgain}>{t('phone.again')}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack align="center">
      <Text>{t('phone.scan')}</Text>
      <div className="p-qr-large">
        <QrPicture text={url} label={t('phone.qr')} />
      </div>
      <Text c="dimmed">{t('phone.left', { n: left })}</Text>
      <Group justify="flex-end" w="100%">
        <Button onClick={onClose}>{ui('close')}</Button>
      </Group>
    </Stack>
  );
}
