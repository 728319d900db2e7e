// The practice's consent texts as the server knows them, and what is done with them.

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
/** One version; what is being edited is never drawn anew under the hands. */
export const useText = (key: string) =>
  useQuery({
    queryKey: ['text', key],
    queryFn: () => call<TextView>(at(key), { isR4c: true, timeout: TIMEOUT }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
/** Another version, to compare with. */
export const useOtherText = (key: string | null) =>
  useQuery({
    queryKey: ['text-other', key],
    queryFn: () => call<TextView>(at(key ?? ''), { isR4c: true, timeout: TIMEOUT }),
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
/** Address of a version as the PDF that would be signed. */
export const pageOf = (key: string, language: string): string =>
  at(key, `/page?language=${language}`);

/** Reads lists and the version anew after an act. */
export const useRefresh = (): ((key?: string) => Promise<void>) =>
  useVersionRefresh('texts', 'text');
