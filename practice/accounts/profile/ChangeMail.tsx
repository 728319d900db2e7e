// Changes the own e-mail address: the new one confirms, the old one can revert; until then nothing
// changes.

import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useProfileTexts } from './profile-texts.ts';

export function ChangeMail() {
  const t = useProfileTexts();
  const { user } = useSession();
  const stepUp = useWithStepUp();
  const [newUserMail, setNewMail] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, failed, run, clear } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const fields = failed instanceof CallError ? failed.fields : undefined;

  const submit = async (): Promise<boolean> => {
    const wanted = newUserMail.trim();
    clear();
    setSentTo(null);
    setMissing(wanted === '');
    if (wanted === '') {
      field.current?.focus();
      return false;
    }
    return run(() =>
      stepUp.run(async () => {
        await call('/auth/changeusermail', {
          json: { userMail: user?.email, newUserMail: wanted },
          timeout: TIMEOUT,
        });
        setSentTo(wanted);
        setNewMail('');
      }),
    );
  };
  useUnsaved(newUserMail.trim() !== '', submit);
  if (!user) return null;
  return (
    <form
      className="p-stack"
      noValidate
      aria-label={t('mail.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput label={t('mail.now')} value={user.email} readOnly />
      <TextInput
        ref={field}
        label={t('mail.new')}
        description={t('mail.how')}
        type="email"
        autoComplete="off"
        value={newUserMail}
        onChange={(event) => setNewMail(event.currentTarget.value)}
        error={
          fields?.newUserMail === 'taken'
            ? t('mail.taken')
            : fields?.newUserMail !== undefined
              ? t('mail.wrong')
              : isMissing
                ? t('mail.missing')
                : undefined
        }
      />
      {failed !== null && fields?.newUserMail === undefined && (
        <ErrorNotice error={failed} words={{ email: newUserMail.trim() }} />
      )}
      {sentTo !== null && (
        <Notice tone="ok" role="status">
          {t('mail.sent', { email: sentTo })}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="default" loading={isBusy}>
          {t('mail.go')}
        </Button>
      </div>
      <StepUp
        isOpen={stepUp.isAsked}
        onClose={stepUp.cancel}
        onConfirmed={stepUp.confirmed}
        why={t('mail.why')}
        actionLabel={t('mail.go')}
      />
    </form>
  );
}
