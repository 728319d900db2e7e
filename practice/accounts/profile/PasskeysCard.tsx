// Own passkeys: added, named, removed; a copied one is marked.

import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Factors } from '../../../shared/accounts/factors.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { hasPasskeys, makePasskey } from '../../passkeys.ts';
import { setFactorDone } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { FactorStepUp } from './FactorStepUp.tsx';
import { useProfileTexts } from './profile-texts.ts';
import { useFactorAct } from './use-factor-act.ts';
import { showInstant } from '../../ui/wording/moments.ts';

export function PasskeysCard({
  factors,
  onCodes,
}: {
  factors: Factors;
  onCodes: (codes: string[]) => void;
}) {
  const t = useProfileTexts();
  const { act, failed, isBusy, stepUp } = useFactorAct();
  const [name, setName] = useState('');
  const [renamed, setRenamed] = useState<{ id: string; name: string } | null>(null);
  const mayAdd = factors.canUsePasskeys && hasPasskeys();

  const add = (): Promise<boolean> =>
    act(async () => {
      const codes = await makePasskey(name.trim() || t('passkey.unnamed'));
      setName('');
      setFactorDone();
      say(t('passkey.added'));
      if (codes.length > 0) onCodes(codes);
    });
  const rename = (): Promise<boolean> =>
    act(async () => {
      if (renamed && renamed.name.trim() !== '')
        await call(`/auth/passkeys/${renamed.id}`, {
          method: 'PUT',
          json: { name: renamed.name.trim() },
          answer: 'none',
          timeout: TIMEOUT,
        });
      setRenamed(null);
    });
  const remove = (id: string): Promise<boolean> =>
    act(async () => {
      await call(`/auth/passkeys/${id}`, { method: 'DELETE', answer: 'none', timeout: TIMEOUT });
      say(t('passkey.removed'));
    });

  return (
    <section className="p-card p-stack" aria-labelledby="k-passkeys">
      <Title order={2} id="k-passkeys">
        {t('passkey.title')}
      </Title>
      <Text>{t('passkey.what')}</Text>
      {factors.passkeys.length === 0 && <Text c="dimmed">{t('passkey.none')}</Text>}
      {factors.passkeys.length > 0 && (
        <ul className="k-list">
          {factors.passkeys.map((one) => (
            <li key={one.id} className="k-row">
              {renamed?.id === one.id ? (
                <RenameForm
                  name={renamed.name}
                  isBusy={isBusy}
                  onName={(next) => setRenamed({ id: one.id, name: next })}
                  onSave={() => void rename()}
                  onCancel={() => setRenamed(null)}
                />
              ) : (
                <PasskeyLine
                  one={one}
                  onRename={() => setRenamed({ id: one.id, name: one.name })}
                  onRemove={() => void remove(one.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAdd ? (
        <form
          className="p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <TextInput
            label={t('passkey.name')}
            placeholder={t('passkey.unnamed')}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" variant="default" loading={isBusy}>
              {t('passkey.add')}
            </Button>
          </Group>
        </form>
      ) : (
        <Notice tone="info">{t('passkey.notHere')}</Notice>
      )}
      {failed !== null && <ErrorNotice error={failed} />}
      <FactorStepUp stepUp={stepUp} />
    </section>
  );
}

function PasskeyLine({
  one,
  onRename,
  onRemove,
}: {
  one: Factors['passkeys'][number];
  onRename: () => void;
  onRemove: () => void;
}) {
  const t = useProfileTexts();
  const language = useLanguage();
  return (
    <>
      <div>
        <Text fw={600}>{one.name}</Text>
        <Text size="sm" c="dimmed">
          {one.lastUsedAt === null
            ? t('passkey.made', { at: showInstant(one.createdAt, language) })
            : t('passkey.used', { at: showInstant(one.lastUsedAt, language) })}
        </Text>
        {one.isCloned && <Notice tone="bad">{t('passkey.cloned')}</Notice>}
      </div>
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          aria-label={t('passkey.renameOf', { name: one.name })}
          onClick={onRename}
        >
          {t('passkey.rename')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('passkey.removeOf', { name: one.name })}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      </Group>
    </>
  );
}

function RenameForm({
  name,
  isBusy,
  onName,
  onSave,
  onCancel,
}: {
  name: string;
  isBusy: boolean;
  onName: (name: string) => void;
  onSave: () => void;
  onCancel: () => void;
}) {
  const t = useProfileTexts();
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <TextInput
        label={t('passkey.name')}
        maxLength={60}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Group>
        <Button type="submit" size="xs" loading={isBusy}>
          {t('save')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
