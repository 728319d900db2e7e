// Uploading chosen or dropped files in parts: which are refused, how far it is, and why it failed.

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  MOST_FILES,
  MOST_UPLOAD,
  type ImportState,
} from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { sayError } from '../../../ui/toast.tsx';
import { announced, arrived, filesOf, fits, isTable, isWhole, sendFiles } from './send-files.ts';
import { beginImport } from './table-import-calls.ts';

/** Why the chosen files cannot be uploaded. */
export type UploadTrouble = { kind: 'none' } | { kind: 'many' } | { kind: 'large'; size: number };

const troubleOf = (chosen: readonly File[], size: number): UploadTrouble | null =>
  chosen.length === 0
    ? { kind: 'none' }
    : chosen.length > MOST_FILES
      ? { kind: 'many' }
      : size > MOST_UPLOAD
        ? { kind: 'large', size }
        : null;

/** Calls back for files dropped anywhere on the page. @returns whether some hover above it */
function useDroppedFiles(take: (files: readonly File[]) => Promise<void>): boolean {
  const [isOver, setOver] = useState(false);
  const dropped = useEffectEvent((transfer: DataTransfer): void => {
    void filesOf(transfer).then(take, sayError);
  });
  useEffect(() => {
    const has = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (has(event)) {
        event.preventDefault();
        setOver(true);
      }
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (has(event) && event.dataTransfer) {
        event.preventDefault();
        setOver(false);
        dropped(event.dataTransfer);
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

/**
 * Uploads files for the open import, or for a new one where they are other files; leaving the page
 * stops it.
 */
export function useUpload(state: ImportState | null, fresh: () => Promise<void>) {
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null),
    [failed, setFailed] = useState<unknown>(null),
    [trouble, setTrouble] = useState<UploadTrouble | null>(null),
    [leftOut, setLeftOut] = useState(0),
    stop = useRef<AbortController>(null);
  const take = async (given: readonly File[]): Promise<void> => {
    const chosen = given.filter((one) => isTable(one.name)),
      size = chosen.reduce((sum, one) => sum + one.size, 0),
      found = troubleOf(chosen, size);
    setLeftOut(given.length - chosen.length);
    setFailed(null);
    setTrouble(found);
    if (stop.current || found) return;
    const abort = (stop.current = new AbortController());
    try {
      const open =
        state && !isWhole(state) && fits(state, chosen)
          ? state
          : await beginImport(crypto.randomUUID(), chosen.map(announced));
      setSent({ done: arrived(open), of: size });
      await sendFiles(open, chosen, abort.signal, (done) => setSent({ done, of: size }));
    } catch (error) {
      if (!abort.signal.aborted) setFailed(error);
    } finally {
      stop.current = null;
      setSent(null);
      await fresh();
    }
  };
  const isOver = useDroppedFiles(take);
  // Leaving the page stops sending; received parts stay.
  useEffect(() => () => stop.current?.abort(), []);
  return { isOver, sent, failed, trouble, leftOut, take, pause: () => stop.current?.abort() };
}
