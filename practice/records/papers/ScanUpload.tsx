// Uploads signed paper: photos of a phone one by one, files of a scanner, dropped anywhere; shows a
// result for each.

import { Button, Group, Loader, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCamera,
  IconCircleCheck,
  IconFileUpload,
  IconHourglass,
  IconInbox,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import { missingPages, SCAN_TYPES, type ScanTrouble } from '../../../shared/papers/scan.ts';
import type { Scanned, Sheet } from '../../../shared/papers/scan.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { usePapersTexts, type PapersTexts } from './papers-texts.ts';
import { sendScan } from './scan-calls.ts';
import { useLanguage } from '../../ui/texts.ts';

type Result = { scanned: Scanned } | { trouble: ScanTrouble } | { error: unknown };
interface Item {
  id: number;
  file: File;
  result: Result | null;
}

const KINDS = `${SCAN_TYPES.join(',')},.pdf,.tif,.tiff`;
let count = 0;

/** Accepts files that are dropped anywhere on the page; returns whether one is over it. */
function useDropAnywhere(add: (files: Iterable<File>) => void): boolean {
  const [isOver, setOver] = useState(false);
  const dropped = useEffectEvent(add);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) {
        event.preventDefault();
        setOver(true);
      }
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (hasFiles(event)) {
        event.preventDefault();
        setOver(false);
        dropped([...(event.dataTransfer?.files ?? [])]);
      }
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

/** @param onDone called after each file */
export function ScanUpload({ onDone }: { onDone: () => void }) {
  const t = usePapersTexts(),
    [items, setItems] = useState<Item[]>([]);
  const camera = useRef<HTMLInputElement>(null),
    files = useRef<HTMLInputElement>(null),
    turn = useRef<Promise<void>>(Promise.resolve());
  const settle = (id: number, result: Result | null): void =>
    setItems((old) => old.map((one) => (one.id === id ? { ...one, result } : one)));
  const send = (id: number, file: File): void => {
    settle(id, null);
    // Sequential: the first file is read first, and a slow connection is not shared.
    turn.current = turn.current.then(async () => {
      try {
        const made = await sendScan(file);
        settle(id, 'trouble' in made ? made : { scanned: made });
      } catch (error) {
        settle(id, { error });
      }
      onDone();
    });
  };
  const add = (chosen: Iterable<File>): void => {
    const fresh = [...chosen].map((file): Item => ({ id: ++count, file, result: null }));
    setItems((old) => [...fresh, ...old]);
    for (const one of fresh) send(one.id, one.file);
  };
  const isOver = useDropAnywhere(add);
  const picked = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    add([...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  };
  return (
    <section className="p-card pa-upload" data-over={isOver} aria-label={t('scan.bring')}>
      <Text size="sm" c="dimmed">
        {t('scan.how')}
      </Text>
      <Group gap={8}>
        <Button
          className="pa-camera"
          leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
          onClick={() => camera.current?.click()}
        >
          {t('scan.camera')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileUpload size={18} stroke={1.75} aria-hidden />}
          onClick={() => files.current?.click()}
        >
          {t('scan.files')}
        </Button>
      </Group>
      <input
        ref={camera}
        type="file"
        accept="image/jpeg"
        capture="environment"
        hidden
        onChange={picked}
        aria-hidden
        tabIndex={-1}
      />
      <input
        ref={files}
        type="file"
        accept={KINDS}
        multiple
        hidden
        onChange={picked}
        aria-label={t('scan.files')}
        tabIndex={-1}
      />
      {items.length > 0 && (
        <ul className="pa-results" aria-live="polite">
          {items.map((one) => (
            <li key={one.id}>
              <Outcome item={one} t={t} onAgain={() => send(one.id, one.file)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Outcome({
  item: { file, result },
  t,
  onAgain,
}: {
  item: Item;
  t: PapersTexts;
  onAgain: () => void;
}) {
  if (result === null)
    return (
      <Group gap={8}>
        <Loader size={14} />
        <Text size="sm">{t('scan.reading', { name: file.name })}</Text>
      </Group>
    );
  if ('error' in result) return <ErrorNotice error={result.error} isSave onRetry={onAgain} />;
  if ('trouble' in result)
    return (
      <div className="pa-outcome">
        <StateWord tone="bad" icon={IconAlertTriangle}>
          {t('scan.refused', { name: file.name })}
        </StateWord>
        <Text size="sm">{t(`trouble.${result.trouble}`)}</Text>
      </div>
    );
  const { sheets, pages, empty, isKnown } = result.scanned,
    inTray = pages.filter((one) => one.state === 'tray').length,
    aside = pages.filter((one) => one.state === 'discarded').length;
  return (
    <div className="pa-outcome">
      {sheets.map((one) => (
        <SheetLine key={one.taskId} sheet={one} t={t} />
      ))}
      {inTray > 0 && (
        <StateWord tone="warn" icon={IconInbox}>
          {inTray === 1 ? t('scan.toTrayOne') : t('scan.toTray', { n: inTray })}
        </StateWord>
      )}
      {aside > 0 && (
        <Text size="sm" c="dimmed">
          {t('scan.wasDiscarded')}
        </Text>
      )}
      {(isKnown || empty > 0) && (
        <Text size="sm" c="dimmed">
          {[
            isKnown ? t('scan.known') : '',
            empty === 1 ? t('scan.emptyOne') : empty > 1 ? t('scan.empty', { n: empty }) : '',
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      )}
    </div>
  );
}

function SheetLine({ sheet, t }: { sheet: Sheet; t: PapersTexts }) {
  const language = useLanguage();
  const missing = missingPages(sheet.have, sheet.of);
  return (
    <div className="pa-sheet">
      <Text size="sm">
        <strong>{sheet.name}</strong>{' '}
        <span className="p-muted p-tabular">*{dayText(sheet.geburtsdatum, language)}</span> ·{' '}
        {sheet.title}
      </Text>
      {sheet.state === 'waiting' ? (
        <StateWord tone="warn" icon={IconHourglass}>
          {missing.length === 1
            ? t('scan.missingOne', { page: missing.join(', '), of: sheet.of })
            : t('scan.missing', { pages: missing.join(', '), of: sheet.of })}
        </StateWord>
      ) : (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {sheet.state === 'filed' ? t('scan.filed') : t('scan.filing')}
        </StateWord>
      )}
    </div>
  );
}
