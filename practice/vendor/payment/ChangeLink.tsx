// What the link of a mail about a change does, after a press: stop it, confirm its mail address, or
// open the provider's page for another account.

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { answerByLink, openByLink } from './payment-calls.ts';
import { usePaymentTexts } from './payment-texts.ts';

type Act = 'stop' | 'confirm' | 'page';
export const useLinkTitle = (act: Act): string => usePaymentTexts()(`link.${act}.title`);

export function ChangeLink({ act, token }: { act: Act; token: string }) {
  const t = usePaymentTexts(),
    [isDone, setDone] = useState(false),
    { isBusy, failed, run } = useSubmit();
  if (isDone && act !== 'page')
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
            if (act === 'page') {
              window.location.assign((await openByLink(token)).url);
              return;
            }
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
