// The command palette: people first, then actions, pages, reports and settings, by keys alone. An
// Enter that comes before the answer of the search waits for it. Field and list are rendered while
// the palette is closed, so that it opens in the next frame.

import './palette.css';
import { Badge, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useEffect, useEffectEvent, useMemo, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { useRecent } from '../../desk/patient/recent.ts';
import { SHORTEST, useFoundPatients } from '../../desk/patient/use-found-patients.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { initialsOf, useCoveredNames } from '../../ui/covered-names.ts';
import { useLanguage } from '../../ui/texts.ts';
import { matching } from '../../ui/wording/matching.ts';
import { usePaletteTexts, type PaletteKey } from './palette-texts.ts';
import { PaletteFrame } from './PaletteFrame.tsx';
import { useEntries, type Entry } from './use-entries.ts';
import { useBackCloses } from '../../ui/saving/leaving.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** Entries per group. */
const MOST = 5;
interface Shown extends Entry {
  readonly patid?: string;
  readonly born?: string;
  readonly isSameName?: boolean;
  readonly phone?: string;
}
type Entries = ReturnType<typeof useEntries>;
interface Group {
  readonly title: PaletteKey;
  readonly entries: readonly Shown[];
}

export function PaletteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = usePaletteTexts(),
    entries = useEntries();
  useBackCloses(isOpen, onClose);
  return (
    <PaletteFrame isOpen={isOpen} title={t('title')} onClose={onClose}>
      <Finder isOpen={isOpen} entries={entries} onClose={onClose} />
    </PaletteFrame>
  );
}

/** The groups with at least one entry, in the order of the list. */
function useGroups(
  entries: Entries,
  typed: string,
  search: ReturnType<typeof useFoundPatients>,
): Group[] {
  const recent = useRecent(),
    language = useLanguage(),
    isCovered = useCoveredNames();
  const person = (one: { patid: string; name: string; geburtsdatum: string }): Shown => ({
    id: `patient ${one.patid}`,
    label: isCovered ? initialsOf(one.name) : one.name,
    act: `/patient/${numberInPath(one.patid)}`,
    patid: one.patid,
    born: isCovered || one.geburtsdatum === '' ? '' : `*${dayText(one.geburtsdatum, language)}`,
  });
  const isEmpty = typed.trim() === '',
    found = useMemo(
      () => ({
        acts: matching(entries.acts, typed, MOST),
        pages: matching(entries.pages, typed, MOST),
        reports: matching(entries.reports, typed, MOST),
        settings: matching(entries.settings, typed, MOST),
      }),
      [entries, typed],
    );
  const groups: Group[] = [
    {
      title: 'group.people',
      entries: search.rows.slice(0, MOST).map((one) => ({
        ...person(one),
        isSameName: one.sameName,
        ...(one.telefon !== null && !isCovered && { phone: one.telefon }),
      })),
    },
    { title: 'group.recent', entries: isEmpty ? recent.map(person) : [] },
    { title: 'group.acts', entries: isEmpty ? entries.acts : found.acts },
    { title: 'group.pages', entries: found.pages },
    { title: 'group.reports', entries: found.reports },
    { title: 'group.settings', entries: found.settings },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

/** What is typed; closing empties it, so that the next opening shows a list that is rendered by then. */
function useTyped(isOpen: boolean) {
  const [typed, setTyped] = useState(''),
    /** How an Enter that still waits for its answer opens the first entry. */
    [waiting, setWaiting] = useState<'open' | 'send' | null>(null),
    [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (!isOpen) {
      setTyped('');
      setWaiting(null);
    }
  }
  return { typed, setTyped, waiting, setWaiting };
}

/** Field and list; they stay in the page while the palette is closed, and the frame renders often. */
const Finder = memo(function Finder({
  isOpen,
  entries,
  onClose,
}: {
  isOpen: boolean;
  entries: Entries;
  onClose: () => void;
}) {
  const t = usePaletteTexts(),
    navigate = useNavigate(),
    combobox = useCombobox({ opened: true }),
    { typed, setTyped, waiting, setWaiting } = useTyped(isOpen),
    search = useFoundPatients(typed, { limit: MOST, isHurried: waiting !== null }),
    groups = useGroups(entries, typed, search),
    all = groups.flatMap(({ entries }) => entries),
    isSettled = typed.trim().length < SHORTEST || search.isSettled || search.found.isError;
  const open = (entry: Shown | undefined, how: 'open' | 'send'): void => {
    setWaiting(null);
    if (entry === undefined) return;
    onClose();
    if (how === 'send' && entry.patid !== undefined)
      void navigate('/empfang', { state: { send: entry.patid } });
    else if (typeof entry.act === 'string') void navigate(entry.act);
    else entry.act();
  };
  const openFirst = useEffectEvent((how: 'open' | 'send') => open(all[0], how));
  useEffect(() => {
    if (waiting !== null && isSettled) openFirst(waiting);
  }, [waiting, isSettled]);
  const ids = all.map(({ id }) => id).join('\n'),
    markFirst = useEffectEvent(() => combobox.selectFirstOption());
  useEffect(() => {
    if (isOpen && ids !== '') markFirst();
  }, [isOpen, ids]);
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const how = event.ctrlKey || event.metaKey ? 'send' : 'open',
      marked = all[combobox.getSelectedOptionIndex()];
    event.preventDefault();
    event.stopPropagation();
    if (isSettled) open(marked ?? all[0], how);
    else setWaiting(how);
  };
  return (
    <div className="pl-box" onKeyDownCapture={onEnter}>
      <Combobox
        store={combobox}
        onOptionSubmit={(id) =>
          open(
            all.find((one) => one.id === id),
            'open',
          )
        }
      >
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            // A dialog below stays open when Escape closes the palette.
            data-mantine-stop-propagation="true"
            size="md"
            variant="unstyled"
            aria-label={t('label')}
            placeholder={t('label')}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            leftSection={
              search.found.isFetching ? (
                <Loader size={16} />
              ) : (
                <IconSearch size={18} stroke={1.75} aria-hidden />
              )
            }
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWaiting(null);
            }}
          />
        </Combobox.EventsTarget>
        <Options groups={groups} />
      </Combobox>
      {search.found.isError && typed.trim().length >= SHORTEST && (
        <div className="pl-note">
          <ErrorNotice error={search.found.error} onRetry={() => void search.found.refetch()} />
        </div>
      )}
      {typed.trim() !== '' && all.length === 0 && (
        <p className="pl-note" role="status">
          {t(isSettled ? 'none' : 'waiting')}
        </p>
      )}
      <p className="pl-keys p-muted p-small">{t('keys')}</p>
    </div>
  );
});

function Options({ groups }: { groups: readonly Group[] }) {
  const t = usePaletteTexts();
  return (
    <Combobox.Options className="pl-list" aria-label={t('title')}>
      {groups.map(({ title, entries }) => (
        <Combobox.Group key={title} label={t(title)}>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
}

function Row({ entry: { id, label, born, isSameName, phone } }: { entry: Shown }) {
  const t = usePaletteTexts();
  return (
    <Combobox.Option value={id} className="pl-row">
      <span className="pl-name">{label}</span>
      {born !== undefined && <span className="p-tabular pl-born">{born}</span>}
      {isSameName === true && (
        <Badge color="warn" variant="light" tt="none">
          {t('same')}
        </Badge>
      )}
      {phone !== undefined && <span className="p-tabular p-muted pl-phone">{phone}</span>}
    </Combobox.Option>
  );
}
