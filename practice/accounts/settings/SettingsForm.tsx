// The form of the practice's settings; a conflict keeps the user's input and reloads the rest.

import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SettingsView } from '../../../shared/accounts/settings.ts';
import { call, CallError, TIMEOUT } from '../../api.ts';
import { setPraxisName } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { say } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import {
  AddressFields,
  BrandFields,
  DeskFields,
  ShareFields,
  TabletFields,
} from './settings-fields.tsx';
import { DayFields, UpdateFields } from './hour-fields.tsx';
import { diffOf, draftOf, rebase, timeOf, hoursOf, type Draft } from './settings-diff.ts';
import { useSettingsTexts } from './settings-texts.ts';

/**
 * Conflict: reads the other user's state, which goes below the user's input.
 * @throws the given error when it is not a conflict
 */
async function theirsOf(reason: unknown): Promise<SettingsView> {
  const theirs =
    reason instanceof CallError && reason.code === 'conflict'
      ? await call<SettingsView>('/api/settings', { timeout: TIMEOUT }).catch(() => undefined)
      : undefined;
  if (!theirs) throw reason;
  return theirs;
}

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

  const takeOver = async (reason: unknown): Promise<undefined> => {
    const theirs = await theirsOf(reason);
    setDraft((mine) => rebase(draftOf(base), mine, draftOf(theirs)));
    setBase(theirs);
    setConflict(true);
  };
  const takeLogo = (saved: SettingsView): void => {
    setDraft((mine) => rebase(draftOf(base), mine, draftOf(saved)));
    setBase(saved);
  };
  const settingsDiff = diffOf(draftOf(base), {
    ...draft,
    closingTime: timeOf(draft.closingTime),
    openingHours: hoursOf(draft.openingHours),
    updateWindow: hoursOf(draft.updateWindow),
  });
  const save = async (): Promise<boolean> => {
    clear();
    setConflict(false);
    if (settingsDiff.length === 0) return true;
    let isSaved = false;
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
        isSaved = true;
        say(t('saved'));
      },
      () =>
        setTimeout(() =>
          form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        ),
    );
    return isSaved;
  };
  useUnsaved(isOwner && settingsDiff.length > 0, save);

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
      <BrandFields {...fieldsProps} view={base} onLogo={takeLogo} />
      <DayFields {...fieldsProps} />
      <UpdateFields {...fieldsProps} />
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
        <SaveBar
          changes={settingsDiff.length}
          isBusy={isBusy}
          onDiscard={() => {
            clear();
            setConflict(false);
            setDraft(draftOf(base));
          }}
        />
      )}
    </form>
  );
}

/** Counts the changes, and offers to save or to discard them. */
function SaveBar({
  changes,
  isBusy,
  onDiscard,
}: {
  changes: number;
  isBusy: boolean;
  onDiscard: () => void;
}) {
  const t = useSettingsTexts();
  return (
    <Group justify="flex-end" gap={8}>
      {changes > 0 && (
        <>
          <Text size="sm" role="status">
            {t('changes', { count: changes })}
          </Text>
          <Button variant="default" disabled={isBusy} onClick={onDiscard}>
            {t('discard')}
          </Button>
        </>
      )}
      <Button type="submit" loading={isBusy} disabled={changes === 0}>
        {t('save')}
      </Button>
    </Group>
  );
}
