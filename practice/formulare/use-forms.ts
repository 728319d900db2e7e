// The practice's forms as the server knows them, and what is done with them.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { FormDiff, FormMade, FormSaved, FormsView, FormView } from '../../shared/anamnese-forms.schema.ts';
import type { FormFinding } from '../../shared/form-findings.ts';
import type { Questionnaire } from '../../shared/questionnaire.ts';
import { call, CallError, LONG_TIMEOUT, TIMEOUT } from '../api.ts';

const ROOT = '/anamnese/forms';
const at = (key: string, rest = ''): string => `${ROOT}/${encodeURIComponent(key)}${rest}`;

export const useForms = () => useQuery({ queryKey: ['forms'], queryFn: () => call<FormsView>(ROOT, { isR4c: true, timeout: TIMEOUT }) });
/** One version; what is being edited is never drawn anew under the hands. */
export const useForm = (key: string) => useQuery({ queryKey: ['form', key], queryFn: () => call<FormView>(at(key), { isR4c: true, timeout: TIMEOUT }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false });
export const useDiff = (key: string, older: string | null) => useQuery({ queryKey: ['form-diff', key, older], queryFn: () => call<FormDiff>(at(key, `/diff?with=${encodeURIComponent(older ?? '')}`), { isR4c: true, timeout: TIMEOUT }), enabled: older !== null, gcTime: 0 });

export const createForm = (input: { id: string; title: string; from?: string }): Promise<FormSaved> => call<FormSaved>(ROOT, { isR4c: true, json: input, timeout: TIMEOUT });
export const importForm = (id: string, file: Blob): Promise<FormMade> => call<FormMade>(`${ROOT}/import?id=${id}`, { isR4c: true, method: 'POST', bytes: file, contentType: 'application/fhir+json', timeout: LONG_TIMEOUT });
export const saveForm = (key: string, rev: number, form: Questionnaire): Promise<FormSaved> =>
  call<FormSaved>(at(key, `?rev=${rev}`), { isR4c: true, method: 'PUT', bytes: new Blob([JSON.stringify(form)]), contentType: 'application/fhir+json', timeout: LONG_TIMEOUT });
export const act = (key: string, verb: 'publish' | 'retire', rev: number): Promise<FormSaved> => call<FormSaved>(at(key, `/${verb}?rev=${rev}`), { isR4c: true, method: 'POST', timeout: TIMEOUT });
export const newVersion = (key: string): Promise<FormSaved> => call<FormSaved>(at(key, '/version'), { isR4c: true, method: 'POST', timeout: TIMEOUT });
export const discard = (key: string, rev: number): Promise<unknown> => call(at(key, `?rev=${rev}`), { isR4c: true, method: 'DELETE', answer: 'none', timeout: TIMEOUT });

/** Reads lists and the version anew after an act. */
export function useRefresh(): (key?: string) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async (key) => {
    await queries.invalidateQueries({ queryKey: ['forms'] });
    if (key !== undefined) await queries.invalidateQueries({ queryKey: ['form', key] });
  }, [queries]);
}

/** What the server found wrong with a form, where that is what it says. */
export function findingsIn(error: unknown): readonly FormFinding[] {
  const found = error instanceof CallError ? error.extra?.findings : undefined;
  return Array.isArray(found) ? (found as FormFinding[]) : [];
}

/** A form as a file on this computer. */
export function exportForm(form: Questionnaire, key: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(form, null, 2)], { type: 'application/fhir+json' })), link = document.createElement('a');
  link.href = url;
  link.download = `${key}.fhir.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
