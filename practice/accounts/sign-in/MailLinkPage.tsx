// The two links of a change of address: confirm the new one, or revert from the old one; both need
// a press.

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { callByLink } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useAuthTexts } from './auth-texts.ts';
import { LinkSheet, ToSignIn } from './LinkSheet.tsx';
import { useLinkToken } from './use-link-token.ts';

export const ConfirmMailPage = () => <MailLinkPage act="confirm" />;
export const UndoMailPage = () => <MailLinkPage act="undo" />;

function MailLinkPage({ act }: { act: 'confirm' | 'undo' }) {
  const t = useAuthTexts();
  const token = useLinkToken('/mail');
  const [email, setEmail] = useState<string | null>(null);
  const { isBusy, failed, run } = useSubmit();
  const go = (): Promise<boolean> =>
    run(async () =>
      setEmail((await callByLink<{ email: string }>(`/auth/${act}usermail`, { token })).email),
    );
  return (
    <LinkSheet title={t(`mailLink.${act}`)}>
      {email === null ? (
        <>
          <Text>{t(`mailLink.${act}.text`)}</Text>
          {failed !== null && <ErrorNotice error={failed} />}
          <Button loading={isBusy} onClick={() => void go()}>
            {t(`mailLink.${act}.go`)}
          </Button>
        </>
      ) : (
        <>
          <Notice tone="ok" role="status">
            {t(`mailLink.${act}.done`, { email })}
          </Notice>
          <ToSignIn />
        </>
      )}
    </LinkSheet>
  );
}
