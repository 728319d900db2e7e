// Common parts of a practice's own forms and consent texts: state and saving as words, creating
// from a copy, and confirming an end.

import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  IconArchive,
  IconCircleCheck,
  IconCloudCheck,
  IconCloudUp,
  IconPencil,
  IconXboxX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorNotice, useUiTexts } from '../ErrorNotice.tsx';
import { StateWord } from '../StateWord.tsx';
import type { Saving } from './use-drafting.ts';
import { useVersionTexts } from './version-words/version-texts.ts';
import { useSubmit } from './use-submit.ts';
import { Modal } from '../Modal.tsx';

export type VersionState = 'draft' | 'active' | 'retired';
export function VersionStateWord({ state }: { state: VersionState }) {
  const v = useVersionTexts();
  if (state === 'active')
    return (
      <StateWord tone="ok" icon={IconCircleCheck}>
        {v('version.active')}
      </StateWord>
    );
  return state === 'draft' ? (
    <StateWord tone="info" icon={IconPencil}>
      {v('version.draft')}
    </StateWord>
  ) : (
    <StateWord tone="off" icon={IconArchive}>
      {v('version.retired')}
    </StateWord>
  );
}

export function SavedWord({ state }: Pick<Saving, 'state'>) {
  const v = useVersionTexts();
  if (state === 'failed')
    return (
      <StateWord tone="bad" icon={IconXboxX}>
        {v('save.failed')}
      </StateWord>
    );
  return state === 'open' ? (
    <StateWord tone="info" icon={IconCloudUp}>
      {v('save.open')}
    </StateWord>
  ) : (
    <StateWord tone="ok" icon={IconCloudCheck}>
      {v('save.saved')}
    </StateWord>
  );
}

/** Start of a new one: its id is created here, so that a repeated request creates one. */
export interface NewStart {
  id: string;
  from: string;
  title: string;
}
interface Choice {
  key: string;
  title: string;
  version: number;
  state: VersionState;
}
/** `words.fromEmpty` is the label of an empty start. `make` opens the created one. */
export function NewFromDialog({
  start,
  choices,
  words,
  make,
  onClose,
}: {
  start: NewStart;
  choices: readonly Choice[];
  words: { title: string; fromEmpty: string };
  make: (input: { id: string; title: string; from?: string }) => Promise<void>;
  onClose: () => void;
}) {
  const v = useVersionTexts(),
    { isBusy, failed, run } = useSubmit();
  const [title, setTitle] = useState(start.title),
    [from, setFrom] = useState(start.from),
    [isTried, setTried] = useState(false);
  const begin = (): void => {
    setTried(true);
    if (title.trim() !== '')
      void run(() => make({ id: start.id, title: title.trim(), ...(from !== '' && { from }) }));
  };
  return (
    <Modal opened onClose={onClose} title={words.title}>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <TextInput
          label={v('version.title')}
          data-autofocus
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={isTried && title.trim() === '' ? v('version.titleMissing') : undefined}
        />
        <NativeSelect
          label={v('version.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data={[
            { value: '', label: words.fromEmpty },
            ...choices
              .filter((one) => one.state !== 'draft')
              .map((one) => ({ value: one.key, label: `${one.title} (${one.version})` })),
          ]}
        />
        {failed !== null && <ErrorNotice error={failed} isSave />}
        <Button type="submit" loading={isBusy}>
          {v('version.make')}
        </Button>
      </form>
    </Modal>
  );
}

/** Confirmation before a draft is discarded or a version withdrawn. */
export function EndDialog({
  end,
  retireWhat,
  isBusy,
  onConfirm,
  onClose,
}: {
  end: 'discard' | 'retire' | null;
  retireWhat: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const t = useUiTexts(),
    v = useVersionTexts(),
    word = end === 'discard' ? v('version.discard') : v('version.retire');
  return (
    <Modal opened={end !== null} onClose={onClose} title={word}>
      <div className="p-stack">
        <p className="p-dialogtext">{end === 'discard' ? v('version.discardWhat') : retireWhat}</p>
        <div className="p-row">
          <Button
            color={end === 'discard' ? 'red' : undefined}
            loading={isBusy}
            onClick={onConfirm}
          >
            {word}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
