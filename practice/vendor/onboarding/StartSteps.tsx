// The steps of one guided start, the person to call, and the notes.

import { Button, Group, Textarea } from '@mantine/core';
import {
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerTrackNext,
  IconProgress,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type {
  OnboardingNote,
  OnboardingStep,
  OnboardingStepState,
} from '../../../shared/vendor/onboarding.ts';
import { NOTE_LIMIT, type OnboardingItem } from '../../../shared/vendor/onboarding.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { PhoneLink } from '../../ui/lists/PhoneLink.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { noteStart, useFreshStarts, useNotes } from './onboarding-calls.ts';
import { useOnboardingTexts } from './onboarding-texts.ts';

const SHOWN: Readonly<Record<OnboardingStepState, { tone: Tone; icon: Icon }>> = {
  done: { tone: 'ok', icon: IconCircleCheck },
  skipped: { tone: 'off', icon: IconPlayerTrackNext },
  next: { tone: 'warn', icon: IconProgress },
  open: { tone: 'off', icon: IconCircle },
  optional: { tone: 'off', icon: IconCircleDashed },
};
interface Noting {
  kind: OnboardingNote;
  step: OnboardingStep | null;
}

/** A note, which is stored once: its id stays the same over all attempts. */
function NoteDialog({
  cid,
  kind,
  step,
  onClose,
}: Noting & {
  cid: string;
  onClose: () => void;
}) {
  const t = useOnboardingTexts(),
    fresh = useFreshStarts(),
    { isBusy, failed, run } = useSubmit(),
    [id] = useState(() => uuidv7()),
    [text, setText] = useState(''),
    [isChecked, setChecked] = useState(false),
    isMissing = text.trim() === '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`note.${kind}`, { step: step === null ? '' : t(`step.${step}`) })}
    >
      <form
        noValidate
        className="p-stack"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (isMissing) return;
          void run(async () => {
            await noteStart(cid, { id, kind, step, text: text.trim() });
            await fresh();
            say(t('note.saved'));
            onClose();
          });
        }}
      >
        {failed !== null && <ErrorNotice error={failed} />}
        <Textarea
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={NOTE_LIMIT}
          label={t(`note.text.${kind}`)}
          description={t('note.hint')}
          value={text}
          error={isChecked && isMissing ? t('note.missing') : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('note.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function Steps({
  one,
  onNote,
}: {
  one: OnboardingItem;
  onNote: (kind: OnboardingNote, step: OnboardingStep) => void;
}) {
  const t = useOnboardingTexts(),
    language = useLanguage();
  return (
    <section>
      <h3>{t('steps')}</h3>
      <ol className="os-steps">
        {one.steps.map(({ step, state, side, at, skip }) => {
          const name = t(`step.${step}`),
            act = state === 'skipped' ? 'resume' : state === 'done' ? null : 'skip';
          return (
            <li key={step} aria-current={state === 'next' ? 'step' : undefined}>
              <StateWord {...SHOWN[state]}>{t(`step.${state}`)}</StateWord>
              <div>
                <strong>{name}</strong>
                <p className="p-muted p-small">
                  {t(`side.${side}`)}
                  {state === 'done' &&
                    at !== null &&
                    ` · ${t('doneAt', { at: showInstant(at, language) })}`}
                  {state === 'next' && ` · ${t('since', { at: showInstant(one.since, language) })}`}
                </p>
                {state !== 'done' && (
                  <p className="p-muted p-small">
                    {skip ? t('skippedBy', skip) : t(`help.${step}`)}
                  </p>
                )}
              </div>
              {act !== null && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t(`note.${act}`, { step: name })}
                  onClick={() => onNote(act, step)}
                >
                  {t(act)}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Notes({ cid }: { cid: string }) {
  const t = useOnboardingTexts(),
    language = useLanguage(),
    notes = useNotes(cid);
  return (
    <section>
      <h3>{t('notes')}</h3>
      {notes.isPending && <Loading />}
      {notes.isError && <ErrorNotice error={notes.error} onRetry={() => void notes.refetch()} />}
      {notes.data?.items.length === 0 && <p className="p-muted p-small">{t('noNotes')}</p>}
      <ul className="os-notes">
        {notes.data?.items.map(({ id, at, kind, step, text, name }) => (
          <li key={id}>
            <p className="p-muted p-small">
              {t(`kind.${kind}`, { step: step === null ? '' : t(`step.${step}`) })} · {name} ·{' '}
              {showInstant(at, language)}
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function StartSteps({ one }: { one: OnboardingItem }) {
  const t = useOnboardingTexts(),
    [noting, setNoting] = useState<Noting | null>(null);
  return (
    <div className="os-body">
      <dl className="os-contact">
        <div>
          <dt>{t('owner')}</dt>
          <dd>{one.owner === '' ? t('noOwner') : one.owner}</dd>
        </div>
        <div>
          <dt>{t('phone')}</dt>
          <dd>
            <PhoneLink number={one.phone} />
          </dd>
        </div>
        <div>
          <dt>{t('mail')}</dt>
          <dd>
            {one.mail === '' ? (
              <span className="p-muted">{t('noMail')}</span>
            ) : (
              <a href={`mailto:${one.mail}`}>{one.mail}</a>
            )}
          </dd>
        </div>
      </dl>
      <Group>
        <Button size="xs" onClick={() => setNoting({ kind: 'call', step: null })}>
          {t('note.call')}
        </Button>
      </Group>
      <Steps one={one} onNote={(kind, step) => setNoting({ kind, step })} />
      <Notes cid={one.cid} />
      {noting && <NoteDialog cid={one.cid} {...noting} onClose={() => setNoting(null)} />}
    </div>
  );
}
