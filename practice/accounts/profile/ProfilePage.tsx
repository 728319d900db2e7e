// The own profile: name, picture, language, appearance, first page, mail preferences, address.

import {
  Button,
  Checkbox,
  FileButton,
  Group,
  NativeSelect,
  Text,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../shared/accounts/auth.schema.ts';
import type { suppressionStatusSchema } from '../../../shared/accounts/mail.schema.ts';
import { startOf } from '../../../shared/accounts/user-settings.ts';
import { IMAGE_TYPES } from '../../../shared/accounts/pictures.schema.ts';
import type { z } from 'zod';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';
import { patchUser, useSession } from '../../session.ts';
import { PersonPicture } from '../../ui/avatar.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { SingleKeysSwitch } from '../../ui/lists/keys/SingleKeysSwitch.tsx';
import { saveOwn } from '../../ui/saving/save-own.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { ChangeMail } from './ChangeMail.tsx';
import { useProfileTexts } from './profile-texts.ts';

type SuppressionState = z.output<typeof suppressionStatusSchema>['state'];
const STARTS = [
  '/empfang',
  '/heute',
  '/patienten',
  '/dokumente',
  '/pruefen',
  '/einstellungen',
] as const;

export function ProfilePage({
  chooseLanguage,
}: {
  chooseLanguage: (language: string) => Promise<void>;
}) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <>
      <PictureCard user={user} />
      <NameCard user={user} />
      <ChoicesCard user={user} chooseLanguage={chooseLanguage} />
      <section className="p-card">
        <ChangeMail />
      </section>
    </>
  );
}

function PictureCard({ user }: { user: User }) {
  const t = useProfileTexts();
  const { isBusy, failed, run } = useSubmit();
  const act = (work: () => Promise<string | null>): Promise<boolean> =>
    run(async () => {
      patchUser({ avatarId: await work() });
      say(t('profile.saved'));
    });
  const send = (file: File): Promise<boolean> =>
    act(
      async () =>
        (
          await call<{ id: string }>('/imageUploads/upload?purpose=avatar', {
            bytes: file,
            contentType: (IMAGE_TYPES as readonly string[]).includes(file.type)
              ? file.type
              : 'application/octet-stream',
            timeout: LONG_TIMEOUT,
          })
        ).id,
    );
  const remove = (): Promise<boolean> =>
    act(async () => {
      await call(`/imageUploads/image/${user.avatarId}`, {
        method: 'DELETE',
        answer: 'none',
        timeout: TIMEOUT,
      });
      return null;
    });
  return (
    <section className="p-card p-stack" aria-labelledby="profile-picture">
      <Title order={2} id="profile-picture">
        {t('profile.picture')}
      </Title>
      <Group gap={16}>
        <PersonPicture id={user.avatarId} name={`${user.firstName} ${user.lastname}`} size={72} />
        <FileButton
          accept={IMAGE_TYPES.join(',')}
          onChange={(file) => {
            if (file) void send(file);
          }}
          inputProps={{ 'aria-label': t('profile.choose') }}
        >
          {(props) => (
            <Button variant="default" loading={isBusy} {...props}>
              {t('profile.choose')}
            </Button>
          )}
        </FileButton>
        {user.avatarId != null && (
          <Button variant="default" disabled={isBusy} onClick={() => void remove()}>
            {t('profile.remove')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('profile.pictureHint')}
      </Text>
      {failed !== null && <ErrorNotice error={failed} isSave />}
    </section>
  );
}

function NameCard({ user }: { user: User }) {
  const t = useProfileTexts();
  const [firstName, setFirst] = useState(user.firstName),
    [lastname, setLast] = useState(user.lastname);
  const { isBusy, failed, run } = useSubmit();
  const save = (): Promise<boolean> =>
    run(async () => {
      patchUser(
        await call<User>('/auth/user', {
          method: 'PUT',
          json: { firstName: firstName.trim(), lastname: lastname.trim() },
          timeout: TIMEOUT,
        }),
      );
      say(t('profile.saved'));
    });
  const isNamed = firstName.trim() !== '' && lastname.trim() !== '';
  useUnsaved(firstName !== user.firstName || lastname !== user.lastname, async () =>
    isNamed ? save() : false,
  );
  return (
    <form
      className="p-card p-stack"
      aria-labelledby="profile-name"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Title order={2} id="profile-name">
        {t('profile.name')}
      </Title>
      <TextInput
        label={t('profile.first')}
        autoComplete="given-name"
        required
        withAsterisk={false}
        maxLength={80}
        value={firstName}
        onChange={(event) => setFirst(event.currentTarget.value)}
      />
      <TextInput
        label={t('profile.last')}
        autoComplete="family-name"
        required
        withAsterisk={false}
        maxLength={80}
        value={lastname}
        onChange={(event) => setLast(event.currentTarget.value)}
      />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <div>
        <Button type="submit" loading={isBusy}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  );
}

/** Each choice applies at once and is saved in the account. */
function ChoicesCard({
  user,
  chooseLanguage,
}: {
  user: User;
  chooseLanguage: (language: string) => Promise<void>;
}) {
  const t = useProfileTexts(),
    language = useLanguage(),
    { colorScheme, setColorScheme } = useMantineColorScheme();
  const [failed, setFailed] = useState<unknown>(null);
  const { start, mails } = user.settings ?? {};
  const save = (change: Parameters<typeof saveOwn>[0]): void => {
    setFailed(null);
    saveOwn(change).then(() => say(t('profile.saved')), setFailed);
  };
  return (
    <section className="p-card p-stack" aria-labelledby="profile-choices">
      <Title order={2} id="profile-choices">
        {t('profile.choices')}
      </Title>
      <NativeSelect
        label={t('profile.language')}
        value={language === 'en' ? 'en' : 'de'}
        data={[
          { value: 'de', label: 'Deutsch' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value as 'de' | 'en';
          void chooseLanguage(chosen);
          save({ language: chosen });
        }}
      />
      <NativeSelect
        label={t('profile.theme')}
        value={colorScheme}
        data={(['auto', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`profile.theme.${value}`),
        }))}
        onChange={(event) => {
          const theme = event.currentTarget.value as 'auto' | 'light' | 'dark';
          setColorScheme(theme);
          save({ theme });
        }}
      />
      <NativeSelect
        label={t('profile.start')}
        value={start ?? startOf({ role: user.role })}
        data={STARTS.map((value) => ({ value, label: t(`profile.start.${value}`) }))}
        onChange={(event) => save({ start: event.currentTarget.value })}
      />
      <SingleKeysSwitch />
      <NewsWish email={user.email} isWished={mails?.news ?? false} onFailed={setFailed} />
      {failed !== null && <ErrorNotice error={failed} isSave />}
    </section>
  );
}

/**
 * The newsletter setting with the state of the address: after an unsubscribe the text explains what
 * ticking the box reverts.
 */
function NewsWish({
  email,
  isWished,
  onFailed,
}: {
  email: string;
  isWished: boolean;
  onFailed: (error: unknown) => void;
}) {
  const t = useProfileTexts(),
    queries = useQueryClient();
  const key = ['suppression', email],
    status = useQuery({
      queryKey: key,
      queryFn: () =>
        call<{ state: SuppressionState }>('/auth/mailSuppressionStatus', {
          json: { email },
          timeout: TIMEOUT,
        }),
    });
  const state = status.data?.state;
  const save = async (news: boolean): Promise<void> => {
    onFailed(null);
    try {
      await saveOwn({ mails: { news } });
      say(t(news && state === 'unsubscribed' ? 'profile.mailAgain' : 'profile.saved'));
      await queries.invalidateQueries({ queryKey: key });
    } catch (error) {
      onFailed(error);
    }
  };
  return (
    <>
      <Checkbox
        label={t('profile.mailNews')}
        aria-describedby={state === 'unsubscribed' ? 'profile-mail-off' : undefined}
        checked={isWished}
        onChange={(event) => void save(event.currentTarget.checked)}
      />
      {state === 'unsubscribed' && (
        <Text size="sm" id="profile-mail-off">
          {t('profile.mailOff')}
        </Text>
      )}
      {(state === 'bounced' || state === 'complained') && (
        <Notice tone="warn">
          {t(state === 'bounced' ? 'profile.mailBounced' : 'profile.mailComplained')}
        </Notice>
      )}
      <Text size="sm" c="dimmed">
        {t('profile.mailHint')}
      </Text>
    </>
  );
}
