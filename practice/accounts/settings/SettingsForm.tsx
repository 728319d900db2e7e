// The form of the practice's settings; a conflict keeps the user's input and reloads the rest.

import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SettingsView } from '../../../shared/accounts/settings.ts';
import { call, CallError, TIMEOUT } from '../../api.ts';
import { setPraxisName } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import {
  AddressFields,
  DayFields,
  DeskFields,
  ShareFields,
  TabletFields,
} from './settings-fields.tsx';
import { diffOf, draftOf, rebase, timeOf, type Draft } from './settings-diff.ts';
import { useSettingsTexts } from './settings-texts.ts';

/** Edits the settings; only an owner may change them. */
export function SettingsForm({ view, isOwner }: { view: SettingsView; isOwner: boolean }) {
  const t = useSettingsTexts();
  const queries = useQueryClient();
  const [base, setBase] = useState(view);
  const [draft, setDraft] = useState<Draft>(() => draftOf(view));
  const { isBusy, failed, run, clear } = useSubmit();
  const [hadConflict, setConflict] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fields = failed instanceof CallError ? failed.fields : undefined;
  const wrong = (name: string): string | undefined =>
    Object.keys(fields ?? {}).some((path) => path === name || path.startsWith(`${name}.`))
      ? t('wrong')
      : undefined;
  const set = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }));
  const fieldsProps = { draft, isOwner, set, wrong };

  /**
   * Conflict: the other user's state below the user's input.
   * @throws the given error when it is not a conflict
   */
  const takeOver = async (reason: unknown): Promise<undefined> => {
    const theirs =
      reason instanceof CallError && reason.code === 'conflict'
        ? await call<SettingsView>('/api/settings', { timeout: TIMEOUT }).catch(() => undefined)
        : undefined;
    if (!theirs) throw reason;
    setDraft((mine) => rebase(draftOf(base), mine, draftOf(theirs)));
    setBase(theirs);
    setConflict(true);
  };
  const save = async (): Promise<void> => {
    clear();
    setConflict(false);
    const settingsDiff = diffOf(draftOf(base), {
      ...draft,
      closingTime: timeOf(draft.closingTime),
      openingHours: { from: timeOf(draft.openingHours.from), to: timeOf(draft.openingHours.to) },
    });
    if (settingsDiff.length === 0) {
      say(t('nothing'));
      return;
    }
    await run(
      async () => {
        const saved = await call<SettingsView>('/api/settings/patch', {
          json: { settingsDiff, version: base.version },
          timeout: TIMEOUT,
        }).catch(takeOver);
        if (!saved) return;
        queries.setQueryData(['settings'], saved);
        setBase(saved);
        setDraft(draftOf(saved));
        setPraxisName(saved.praxisName);
        say(t('saved'));
      },
      () =>
        setTimeout(() =>
          form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        ),
    );
  };

  return (
    <form
      ref={form}
      className="p-card p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <AddressFields {...fieldsProps} />
      <DayFields {...fieldsProps} />
      <TabletFields {...fieldsProps} hasPin={view.hasTabletPin} />
      <DeskFields {...fieldsProps} />
      <ShareFields {...fieldsProps} />
      {hadConflict && (
        <Notice tone="warn" role="alert">
          {t('conflict')}
        </Notice>
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      {isOwner && (
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('save')}
          </Button>
        </Group>
      )}
    </form>
  );
}
