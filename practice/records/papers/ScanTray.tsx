// Pages without a readable code: selected, rotated, filed with a person or discarded.

import type { ChosenPage, ScanParts } from './chosen-page.ts';
import { Button, Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchive,
  IconFileOff,
  IconFolderDown,
  IconRotateClockwise2,
} from '@tabler/icons-react';
import { useState } from 'react';
import { SCAN_TROUBLES, turned, type Turn } from '../../../shared/papers/scan.ts';
import type { TrayPage } from '../../../shared/papers/scan.schema.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { Empty } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { PageThumb } from './PageThumb.tsx';
import { usePapersTexts, type PapersTexts } from './papers-texts.ts';
import { ScanAssign } from './ScanAssign.tsx';
import { ScanDiscard } from './ScanDiscard.tsx';

export function ScanTray({
  pages,
  PatientSearch,
  onChanged,
}: ScanParts & { pages: readonly TrayPage[]; onChanged: () => Promise<void> }) {
  const t = usePapersTexts(),
    language = useLanguage();
  // In selection order: that is the page order of the document.
  const [ids, setIds] = useState<string[]>([]),
    [turns, setTurns] = useState<Readonly<Record<string, Turn>>>({}),
    [act, setAct] = useState<'assign' | 'discard' | null>(null);
  const chosen = ids.flatMap((id): ChosenPage[] => {
    const page = pages.find((one) => one.pageId === id);
    return page ? [{ page, turn: turns[id] ?? page.turn }] : [];
  });
  const toggle = (id: string): void =>
    setIds((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id]));
  const done = async (): Promise<void> => {
    setAct(null);
    setIds([]);
    await onChanged();
  };
  if (pages.length === 0)
    return (
      <div className="p-card">
        <Empty>{t('scan.trayEmpty')}</Empty>
      </div>
    );
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('scan.trayHow')}
      </Text>
      <ul className="pa-grid">
        {pages.map((one) => {
          const place = chosen.findIndex((other) => other.page.pageId === one.pageId) + 1,
            turn = turns[one.pageId] ?? one.turn,
            at = showInstant(one.at, language);
          return (
            <PageCard
              key={one.pageId}
              one={one}
              place={place}
              onToggle={() => toggle(one.pageId)}
              turn={turn}
              at={at}
              onTurn={() => setTurns((old) => ({ ...old, [one.pageId]: turned(turn, 90) }))}
            />
          );
        })}
      </ul>
      {chosen.length > 0 && <ChosenBar chosen={chosen} onAct={setAct} />}
      <ScanAssign
        isOpen={act === 'assign'}
        pages={chosen}
        PatientSearch={PatientSearch}
        onClose={() => setAct(null)}
        onDone={done}
        onUndone={onChanged}
      />
      <ScanDiscard
        isOpen={act === 'discard'}
        pages={chosen}
        onClose={() => setAct(null)}
        onDone={done}
        onUndone={onChanged}
      />
    </>
  );
}

function PageCard({
  one,
  place,
  turn,
  at,
  onToggle,
  onTurn,
}: {
  one: TrayPage;
  place: number;
  turn: Turn;
  at: string;
  onToggle: () => void;
  onTurn: () => void;
}) {
  const t = usePapersTexts();
  return (
    <li className="p-card pa-page" data-chosen={place > 0}>
      <button type="button" className="pa-choose" aria-pressed={place > 0} onClick={onToggle}>
        {one.hint === 'unread' ? (
          <span className="pa-thumb" role="img" aria-label={t('hint.unread')}>
            <IconFileOff size={32} stroke={1.5} aria-hidden />
          </span>
        ) : (
          <PageThumb pageId={one.pageId} turn={turn} alt={t('scan.pageOf', { at })} />
        )}
        {place > 0 && <span className="pa-place p-tabular">{place}</span>}
      </button>
      <StateWord
        tone={one.hint === 'failed' || one.hint === 'unread' ? 'bad' : 'warn'}
        icon={IconAlertTriangle}
      >
        {t(`hint.${one.hint}`)}
      </StateWord>
      {one.paper && (
        <Text size="xs">
          {one.paper.name} · {one.paper.title}
          {one.page !== null &&
            one.of !== null &&
            ` · ${t('scan.page', { page: one.page, of: one.of })}`}
        </Text>
      )}
      {one.hint === 'unread' ? (
        <Text size="xs">
          {troubleWords(t, one.form)} {t('scan.unreadWhere')}
        </Text>
      ) : (
        one.form !== null && (
          <Text size="xs">
            {one.form}
            {one.page !== null &&
              one.paper === null &&
              ` · ${t('scan.pageOnly', { page: one.page })}`}
          </Text>
        )
      )}
      <Text size="xs" c="dimmed" className="p-tabular">
        {[at, one.byName === '' ? t('scan.folder') : one.byName].join(' · ')}
      </Text>
      {one.hint !== 'unread' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRotateClockwise2 size={16} stroke={1.75} aria-hidden />}
          aria-label={t('scan.turnOf', { at })}
          onClick={onTurn}
        >
          {t('scan.turn')}
        </Button>
      )}
    </li>
  );
}

function ChosenBar({
  chosen,
  onAct,
}: {
  chosen: ChosenPage[];
  onAct: (value: 'assign' | 'discard' | null) => void;
}) {
  const t = usePapersTexts();
  return (
    <Group className="pa-bar" gap={8}>
      <Text size="sm" className="pa-grow" role="status">
        {chosen.length === 1 ? t('scan.chosenOne') : t('scan.chosen', { n: chosen.length })}
      </Text>
      <Button
        variant="default"
        leftSection={<IconArchive size={18} stroke={1.75} aria-hidden />}
        onClick={() => onAct('discard')}
      >
        {t('scan.discard')}
      </Button>
      {chosen.every((one) => one.page.hint !== 'unread') && (
        <Button
          leftSection={<IconFolderDown size={18} stroke={1.75} aria-hidden />}
          onClick={() => onAct('assign')}
        >
          {t('scan.assign')}
        </Button>
      )}
    </Group>
  );
}

/** Reason why a file of the folder could not be read. */
function troubleWords(t: PapersTexts, word: string | null): string {
  const trouble = SCAN_TROUBLES.find((one) => one === word);
  return trouble ? t(`trouble.${trouble}`) : '';
}
