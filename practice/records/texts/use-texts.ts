// The practice's consent texts from the server, and their actions.

import { useQuery } from '@tanstack/react-query';
import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import type { TextSaved, TextsView, TextView } from '../../../shared/papers/texts.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useVersionRefresh, versionCalls } from '../../ui/saving/version-calls.ts';

const ROOT = '/texts';
const calls = versionCalls<DocumentTemplate, TextSaved>(ROOT, 'application/json'),
  { at } = calls;

export const useTexts = () =>
  useQuery({
    queryKey: ['texts'],
    queryFn: () => call<TextsView>(ROOT, { isR4c: true, timeout: TIMEOUT }),
  });
export const getText = (key: string): Promise<TextView> =>
  call<TextView>(at(key), { isR4c: true, timeout: TIMEOUT });
/** Reads one version; the version being edited is never refetched. */
export const useText = (key: string) =>
  useQuery({
    queryKey: ['text', key],
    queryFn: () => getText(key),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
/** Reads another version, for comparison. */
export const useOtherText = (key: string | null) =>
  useQuery({
    queryKey: ['text-other', key],
    queryFn: () => getText(key ?? ''),
    enabled: key !== null,
    gcTime: 0,
  });

export const {
  create: createText,
  importFile: importText,
  save: saveText,
  act,
  newVersion,
  discard,
} = calls;
export const exportText = (template: DocumentTemplate, key: string): void =>
  calls.saveAs(template, `${key}.json`);
/** Returns the URL of a version as the PDF that would be signed. */
export const pageOf = (key: string, language: string): string =>
  at(key, `/page?language=${language}`);

/** Confirms a translation of a shipped text; the hash names the words that were read. */
export const confirmTranslation = (
  key: string,
  input: { language: string; sha256: string },
): Promise<unknown> =>
  call(at(key, '/translation'), { isR4c: true, json: input, answer: 'none', timeout: TIMEOUT });
/** Takes the confirmation of a translation back. */
export const unconfirmTranslation = (key: string, language: string): Promise<unknown> =>
  call(at(key, `/translation?language=${language}`), {
    isR4c: true,
    method: 'DELETE',
    answer: 'none',
    timeout: TIMEOUT,
  });

/** Invalidates lists and the version after an action. */
export const useRefresh = (): ((key?: string) => Promise<void>) =>
  useVersionRefresh('texts', 'text');
