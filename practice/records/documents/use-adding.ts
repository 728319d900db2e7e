// Files being added to one patient: sent one by one, each with its own result, never filed twice.

import { useRef, useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { UPLOAD_LIMIT, type UploadKind } from '../../../shared/papers/upload.ts';
import { newAdded, sendFile, type Added } from './documents-calls.ts';

export type AddedState = 'waiting' | 'sending' | 'saved' | { failed: unknown };
export interface Adding extends Added {
  state: AddedState;
}

/** Failures that a retry cannot fix. */
const FINAL = [400, 404, 409, 413, 415, 422];
export const isFinal = (state: AddedState): boolean =>
  typeof state === 'object' &&
  state.failed instanceof CallError &&
  FINAL.includes(state.failed.status);
const refused = (file: File): AddedState =>
  file.size > UPLOAD_LIMIT
    ? { failed: new CallError(413, 'too_large', 'too large') }
    : file.size === 0
      ? { failed: new CallError(400, 'bad_request', 'empty', { fields: { file: 'empty' } }) }
      : 'waiting';

export interface AddingList {
  files: Adding[];
  isBusy: boolean;
  /**
   * Something was filed, or may have been: person and kind stay locked, or a retry after a lost
   * answer would file the same sheet twice.
   */
  isBegun: boolean;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /**
   * Sends waiting files and those worth a retry.
   * @returns ids of files in the record, and whether none is left
   */
  send: (patid: string, kind: UploadKind) => Promise<{ saved: string[]; isDone: boolean }>;
}

export function useAdding(first: readonly File[]): AddingList {
  const start = (files: readonly File[]): Adding[] =>
    files.map((file) => ({ ...newAdded(file), state: refused(file) }));
  const [files, setFiles] = useState(() => start(first)),
    [isBusy, setBusy] = useState(false);
  const now = useRef(files);
  const put = (next: Adding[]): void => {
    now.current = next;
    setFiles(next);
  };
  const mark = (id: string, state: AddedState): void =>
    put(now.current.map((one) => (one.id === id ? { ...one, state } : one)));
  const send: AddingList['send'] = async (patid, kind) => {
    setBusy(true);
    for (const one of now.current.filter(
      ({ state }) => state === 'waiting' || (typeof state === 'object' && !isFinal(state)),
    )) {
      mark(one.id, 'sending');
      try {
        await sendFile(one, patid, kind);
        mark(one.id, 'saved');
      } catch (failed) {
        mark(one.id, { failed });
        // Without a connection, or when locked, the next file would fail the same way.
        if (!isFinal({ failed })) break;
      }
    }
    setBusy(false);
    return {
      saved: now.current.filter(({ state }) => state === 'saved').map(({ id }) => id),
      isDone: now.current.every(({ state }) => state === 'saved'),
    };
  };
  return {
    files,
    isBusy,
    send,
    isBegun: files.some(({ state }) => state !== 'waiting' && !isFinal(state)),
    add: (more) => put([...now.current, ...start(more)]),
    remove: (id) => put(now.current.filter((one) => one.id !== id)),
  };
}
