// Closes a record, opens a closed one for oneself with a reason, and reopens it for everyone.

import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { REASON_MAX } from '../../../shared/records/retention.ts';
import type { PersonRights } from '../../../shared/records/retention.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showDay, showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { usePersonActs } from './retention-calls.ts';

export function CloseCard({ one }: { one: PersonRights }) {
  const t = useRetentionTexts(),
    language = useLanguage(),
    acts = usePersonActs(one.patid),
    asking = useWithStepUp(),
    closed = one.restriction;
  const reopen = (): void =>
    void asking
      .run(async () => {
        await acts.reopen();
        say(t('shut.reopened'));
      })
      .catch(sayError);
  return (
    <section className="p-card p-stack" aria-labelledby="af-shut">
      <Title order={2} id="af-shut" className="af-h2">
        {t('shut.title')}
      </Title>
      {closed === null ? (
        <>
          <Text size="sm" className="af-lead">
            {t('shut.what')}
          </Text>
          {one.openPapers > 0 ? (
            <Notice tone="warn">{t('shut.open', { count: one.openPapers })}</Notice>
          ) : (
            <WithReason
              key="close"
              label={t('shut.reason')}
              go={t('shut.go')}
              icon={<IconLock size={16} stroke={1.75} aria-hidden />}
              onGo={async (order) => {
                await acts.close(order);
                say(t('shut.done'));
              }}
            />
          )}
        </>
      ) : (
        <>
          <Notice tone="warn">
            <Text size="sm" fw={600}>
              {closed.setByName === ''
                ? t('shut.is', { at: showDay(closed.setAt, language) })
                : t('shut.isBy', { at: showDay(closed.setAt, language), by: closed.setByName })}
            </Text>
            <Text size="sm">{closed.reason}</Text>
          </Notice>
          {closed.openToMeUntil !== null && (
            <Text size="sm" role="status">
              {t('shut.mine', { at: showInstant(closed.openToMeUntil, language) })}
            </Text>
          )}
          <WithReason
            key={`open ${closed.openings.length}`}
            label={t('shut.openReason')}
            hint={t('shut.openHint')}
            go={t('shut.openGo')}
            icon={<IconLockOpen size={16} stroke={1.75} aria-hidden />}
            onGo={async (order) => {
              await acts.open(order);
              say(t('shut.opened'));
            }}
          />
          <Group>
            <ConfirmButton
              variant="default"
              question={t('shut.reopenSure')}
              yes={t('shut.reopen')}
              onYes={reopen}
            >
              {t('shut.reopen')}
            </ConfirmButton>
          </Group>
          {closed.openings.length > 0 && <Openings openings={closed.openings} />}
        </>
      )}
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('shut.reopenSure')}
        actionLabel={t('shut.reopen')}
      />
    </section>
  );
}

/** A reason, then the password; a retry after a lost answer runs it only once. */
function WithReason({
  label,
  hint,
  go,
  icon,
  onGo,
}: {
  label: string;
  hint?: string;
  go: string;
  icon: ReactNode;
  onGo: (order: { id: string; reason: string }) => Promise<void>;
}) {
  const t = useRetentionTexts(),
    asking = useWithStepUp(),
    { isBusy, failed, run, clear } = useSubmit(),
    [reason, setReason] = useState(''),
    [isShort, setShort] = useState(false),
    [id] = useState(() => uuidv7());
  const submit = (): void => {
    clear();
    if (reason.trim().length < 3) {
      setShort(true);
      return;
    }
    void run(() => asking.run(() => onGo({ id, reason: reason.trim() })));
  };
  return (
    <form
      noValidate
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        className="af-search"
        label={label}
        description={hint}
        maxLength={REASON_MAX}
        value={reason}
        error={isShort ? t('shut.reasonMissing') : undefined}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setShort(false);
        }}
      />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group>
        <Button type="submit" variant="default" loading={isBusy} leftSection={icon}>
          {go}
        </Button>
      </Group>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('export.why')}
        actionLabel={go}
      />
    </form>
  );
}

/** Users who opened the closed record, with their reasons. */
function Openings({
  openings,
}: {
  openings: NonNullable<PersonRights['restriction']>['openings'];
}) {
  const t = useRetentionTexts();
  const language = useLanguage();
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('shut.openings')}
      </Text>
      <ul className="af-rows">
        {openings.map((row) => (
          <li key={row.at} className="af-row">
            <Text size="sm">
              {row.byName}: {row.reason}
            </Text>
            <Text size="sm" className="p-muted p-tabular">
              {showInstant(row.at, language)}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
