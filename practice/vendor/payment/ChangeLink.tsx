// What the link of a mail about a waiting change does, after a press: stop it, or confirm its mail
// address.

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { answerByLink } from './payment-calls.ts';
import { usePaymentTexts } from './payment-texts.ts';

export const useLinkTitle = (act: 'stop' | 'confirm'): string =>
  usePaymentTexts()(`link.${act}.title`);

export function ChangeLink({ act, token }: { act: 'stop' | 'confirm'; token: string }) {
  const t = usePaymentTexts(),
    [isDone, setDone] = useState(false),
    { isBusy, failed, run } = useSubmit();
  if (isDone)
    return (
      <Notice tone="ok" role="status">
        {t(`link.${act}.done`)}
      </Notice>
    );
  return (
    <>
      <Text>{t(`link.${act}.text`)}</Text>
      {failed !== null && <ErrorNotice error={failed} />}
      <Button
        loading={isBusy}
        onClick={() =>
          void run(async () => {
            await answerByLink(act, token);
            setDone(true);
          })
        }
      >
        {t(`link.${act}.go`)}
      </Button>
    </>
  );
}
