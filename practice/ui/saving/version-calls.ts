// API calls for versioned content of a practice: forms and consent texts are created, saved,
// published and ended in the same way.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, CallError, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';
import { saveFile } from '../pdf.ts';

interface Known {
  key: string;
  rev: number;
}
/**
 * Creates the calls of a versioned text.
 * @param root below the practice's r4c base
 * @param contentType of the content
 */
export function versionCalls<Content, Saved extends Known, Made extends Known = Saved>(
  root: string,
  contentType: string,
) {
  const at = (key: string, rest = ''): string => `${root}/${encodeURIComponent(key)}${rest}`;
  return {
    /** URL of one version. */
    at,
    create: (input: { id: string; title: string; from?: string }): Promise<Saved> =>
      call<Saved>(root, { isR4c: true, json: input, timeout: TIMEOUT }),
    importFile: (id: string, file: Blob): Promise<Made> =>
      call<Made>(`${root}/import?id=${id}`, {
        isR4c: true,
        method: 'POST',
        bytes: file,
        contentType,
        timeout: LONG_TIMEOUT,
      }),
    save: (key: string, rev: number, content: Content): Promise<Saved> =>
      call<Saved>(at(key, `?rev=${rev}`), {
        isR4c: true,
        method: 'PUT',
        bytes: new Blob([JSON.stringify(content)]),
        contentType,
        timeout: LONG_TIMEOUT,
      }),
    act: (key: string, verb: 'publish' | 'retire', rev: number): Promise<Saved> =>
      call<Saved>(at(key, `/${verb}?rev=${rev}`), {
        isR4c: true,
        method: 'POST',
        // The content is checked as a whole before it is published.
        timeout: LONG_TIMEOUT,
      }),
    newVersion: (key: string): Promise<Saved> =>
      call<Saved>(at(key, '/version'), { isR4c: true, method: 'POST', timeout: TIMEOUT }),
    discard: (key: string, rev: number): Promise<unknown> =>
      call(at(key, `?rev=${rev}`), {
        isR4c: true,
        method: 'DELETE',
        answer: 'none',
        timeout: TIMEOUT,
      }),
    /** Downloads a version as a file. */
    saveAs(content: Content, fileName: string): void {
      const url = URL.createObjectURL(
        new Blob([JSON.stringify(content, null, 2)], { type: contentType }),
      );
      saveFile(url, fileName);
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  };
}

/**
 * Invalidates the list and one version after an action.
 * @param list,one first parts of their query keys
 */
export function useVersionRefresh(list: string, one: string): (key?: string) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (key) => {
      await queries.invalidateQueries({ queryKey: [list] });
      if (key !== undefined) await queries.invalidateQueries({ queryKey: [one, key] });
    },
    [queries, list, one],
  );
}

/** Returns the server's findings of a version, if the error contains them. */
export function findingsIn<Finding>(error: unknown): readonly Finding[] {
  const found = error instanceof CallError ? error.extra?.findings : undefined;
  return Array.isArray(found) ? (found as Finding[]) : [];
}
