// Saved views of one report (filter, order, columns): applied by a press, saved privately or for the
// practice; one of them may be the report's default.

import { ActionIcon, Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconBookmark, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Profile } from '../../../shared/analytics/reports/saved-reports.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { dropProfile, getProfiles, putProfile } from './saved-calls.ts';
import { useReportsTexts } from './reports-texts.ts';

/** The default view of a report: the private one before that of the practice. */
const opensWith = (all: readonly Profile[]): Profile | undefined =>
  all.find((one) => one.istVorgabe && !one.istGeteilt) ?? all.find((one) => one.istVorgabe);

/** All parameters of a report's address. */
interface ReportAddress {
  readonly values: Partial<Record<string, string>>;
  readonly put: (values: Partial<Record<string, string>>) => void;
}
/** Returns the parameters of an address that are set. */
export const givenIn = (values: Partial<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
const isSame = (view: Record<string, string>, values: Partial<Record<string, string>>): boolean => {
  const now = givenIn(values);
  return (
    Object.keys(now).length > 0 &&
    Object.keys(now).length === Object.keys(view).length &&
    Object.entries(now).every(([name, value]) => view[name] === value)
  );
};

/** A view to be saved, as typed. */
interface NewProfile {
  readonly name: string;
  readonly isShared: boolean;
  readonly isDefault: boolean;
}
const EMPTY: NewProfile = { name: '', isShared: false, isDefault: false };

/** Reads, applies, saves and removes the saved views of a report. */
function useProfiles(report: string, { values, put }: ReportAddress) {
  const t = useReportsTexts(),
    queries = useQueryClient(),
    key = ['profiles', report],
    list = useQuery({ queryKey: key, queryFn: () => getProfiles(report), staleTime: 300_000 });
  const [isOpen, setOpen] = useState(false),
    [made, setMade] = useState<NewProfile>(EMPTY),
    isApplied = useRef(Object.keys(values).length > 0),
    { isBusy, failed, run, clear } = useSubmit();
  const all = list.data ?? [],
    first = opensWith(all),
    shown = all.find((one) => isSame(one.filter, values));
  const putFirst = useEffectEvent((view: Profile) => put(view.filter));
  useEffect(() => {
    // Applied once, and only where the address carries no filter.
    if (isApplied.current || first === undefined) return;
    isApplied.current = true;
    putFirst(first);
  }, [first]);
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: key });
  const open = (one: Profile): void => {
    isApplied.current = true;
    put(one.filter);
    setOpen(false);
  };
  const save = (): Promise<unknown> =>
    run(async () => {
      await putProfile({
        id: uuidv7(),
        name: made.name.trim(),
        report,
        filter: givenIn(values),
        istGeteilt: made.isShared,
        istVorgabe: made.isDefault,
      });
      isApplied.current = true;
      await again();
      setMade((now) => ({ ...now, name: '', isDefault: false }));
      say(t('profile.saved'));
    });
  const replace = async (one: Profile): Promise<void> => {
    const { istMein: _mine, von: _by, ...before } = one;
    try {
      await putProfile({ ...before, filter: givenIn(values) });
      await again();
      sayWithUndo(t('profile.replaced', { name: one.name }), async () => {
        await putProfile(before);
        await again();
      });
    } catch (error) {
      sayError(error);
    }
  };
  const remove = async (one: Profile): Promise<void> => {
    try {
      await dropProfile(one.id);
      await again();
      sayWithUndo(t('profile.removed', { name: one.name }), async () => {
        const { istMein: _mine, von: _by, ...rest } = one;
        await putProfile(rest);
        await again();
      });
    } catch (error) {
      sayError(error);
    }
  };
  return {
    list,
    all,
    shown,
    replace,
    isOpen,
    setOpen,
    made,
    setMade,
    open,
    save,
    remove,
    isBusy,
    failed,
    clear,
  };
}
type SavedProfiles = ReturnType<typeof useProfiles>;

export function Profiles({ report, address }: { report: string; address: ReportAddress }) {
  const t = useReportsTexts(),
    profiles = useProfiles(report, address),
    { list, all, shown, isOpen, setOpen, clear } = profiles;
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => {
        setOpen(next);
        if (!next) clear();
      }}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className="a-pick"
          leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {shown ? t('profile.here', { name: shown.name }) : t('profile')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('profile')}>
        <div className="p-stack">
          {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
          {list.isSuccess && all.length === 0 && (
            <p className="p-muted be-note">{t('profile.none')}</p>
          )}
          {all.length > 0 && <SavedList profiles={profiles} />}
          <SaveForm profiles={profiles} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Saved views; a press applies one, its author may replace or remove it. */
function SavedList({
  profiles: { all, shown, open, replace, remove },
}: {
  profiles: SavedProfiles;
}) {
  const t = useReportsTexts();
  return (
    <ul className="be-saved">
      {all.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className="a-option"
            aria-current={one === shown}
            onClick={() => open(one)}
          >
            <span>{one.name}</span>
            <span className="a-days">
              {[one.istVorgabe ? t('profile.opens') : '', one.istGeteilt ? t('profile.shared') : '']
                .filter((word) => word !== '')
                .join(' · ')}
            </span>
          </button>
          {one.istMein && one !== shown && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('profile.replace', { name: one.name })}
              title={t('profile.replace', { name: one.name })}
              onClick={() => void replace(one)}
            >
              <IconDeviceFloppy size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
          {one.istMein && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('profile.remove', { name: one.name })}
              onClick={() => void remove(one)}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Saves the current view under a name. */
function SaveForm({
  profiles: { made, setMade, save, isBusy, failed },
}: {
  profiles: SavedProfiles;
}) {
  const t = useReportsTexts();
  return (
    <form
      className="be-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (made.name.trim() !== '') void save();
      }}
    >
      <TextInput
        size="sm"
        label={t('profile.name')}
        value={made.name}
        maxLength={60}
        onChange={(event) => setMade({ ...made, name: event.currentTarget.value })}
      />
      <Checkbox
        size="sm"
        label={t('profile.share')}
        checked={made.isShared}
        onChange={(event) => setMade({ ...made, isShared: event.currentTarget.checked })}
      />
      <Checkbox
        size="sm"
        label={t('profile.default')}
        checked={made.isDefault}
        onChange={(event) => setMade({ ...made, isDefault: event.currentTarget.checked })}
      />
      {failed !== null && <ErrorNotice error={failed} />}
      <Button type="submit" size="xs" loading={isBusy} disabled={made.name.trim() === ''}>
        {t('profile.save')}
      </Button>
    </form>
  );
}
