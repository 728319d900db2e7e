// The practice's consent texts as the server knows them, and what is done with them.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DocumentTemplate } from '../../shared/document.ts';
import type { TextFinding } from '../../shared/text-findings.ts';
import type { TextSaved, TextsView, TextView } from '../../shared/texts.schema.ts';
import { call, CallError, LONG_TIMEOUT, TIMEOUT } from '../api.ts';

const ROOT = '/texts';
const at = (key: string, rest = ''): string => `${ROOT}/${encodeURIComponent(key)}${rest}`;

export const useTexts = () => useQuery({ queryKey: ['texts'], queryFn: () => call<TextsView>(ROOT, { isR4c: true, timeout: TIMEOUT }) });
/** One version; what is being edited is never drawn anew under the hands. */
export const useText = (key: string) => useQuery({ queryKey: ['text', key], queryFn: () => call<TextView>(at(key), { isR4c: true, timeout: TIMEOUT }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false });
/** Another version, to compare with. */
export const useOtherText = (key: string | null) => useQuery({ queryKey: ['text-other', key], queryFn: () => call<TextView>(at(key ?? ''), { isR4c: true, timeout: TIMEOUT }), enabled: key !== null, gcTime: 0 });

const body = (template: DocumentTemplate): Blob => new Blob([JSON.stringify(template)]);
export const createText = (input: { id: string; title: string; from?: string }): Promise<TextSaved> => call<TextSaved>(ROOT, { isR4c: true, json: input, timeout: TIMEOUT });
export const importText = (id: string, file: Blob): Promise<TextSaved> => call<TextSaved>(`${ROOT}/import?id=${id}`, { isR4c: true, method: 'POST', bytes: file, contentType: 'application/json', timeout: LONG_TIMEOUT });
export const saveText = (key: string, rev: number, template: DocumentTemplate): Promise<TextSaved> => call<TextSaved>(at(key, `?rev=${rev}`), { isR4c: true, method: 'PUT', bytes: body(template), contentType: 'application/json', timeout: LONG_TIMEOUT });
export const act = (key: string, verb: 'publish' | 'retire', rev: number): Promise<TextSaved> => call<TextSaved>(at(key, `/${verb}?rev=${rev}`), { isR4c: true, method: 'POST', timeout: TIMEOUT });
export const newVersion = (key: string): Promise<TextSaved> => call<TextSaved>(at(key, '/version'), { isR4c: true, method: 'POST', timeout: TIMEOUT });
export const discard = (key: string, rev: number): Promise<unknown> => call(at(key, `?rev=${rev}`), { isR4c: true, method: 'DELETE', answer: 'none', timeout: TIMEOUT });
/** Address of a version as the PDF that would be signed. */
export const pageOf = (key: string, language: string): string => at(key, `/page?language=${language}`);

/** Reads lists and the version anew after an act. */
export function useRefresh(): (key?: string) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async (key) => {
    await queries.invalidateQueries({ queryKey: ['texts'] });
    if (key !== undefined) await queries.invalidateQueries({ queryKey: ['text', key] });
  }, [queries]);
}

/** What the server found wrong with a text, where that is what it says. */
export function findingsIn(error: unknown): readonly TextFinding[] {
  const found = error instanceof CallError ? error.extra?.findings : undefined;
  return Array.isArray(found) ? (found as TextFinding[]) : [];
}

/** A text as a file on this computer. */
export function exportText(template: DocumentTemplate, key: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(template, null, 2)], { type: 'application/json' })), link = document.createElement('a');
  link.href = url;
  link.download = `${key}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
