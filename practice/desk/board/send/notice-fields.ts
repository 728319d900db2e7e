// Fields of notices describe the practice (whom to ask about privacy), never a patient: the settings
// name some of them, and this workstation remembers the others.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../../../shared/accounts/settings.ts';
import { call, TIMEOUT } from '../../../api.ts';
import { templateKeyOf, type SendForm, type Template } from './send-rules.ts';

const KEY = 'practice.noticeFields';
type Kept = Record<string, Record<string, string>>;

function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

const KEY_OF_SETTINGS = ['settings'];
/** Settings of the practice that the panel fills in. */
export type PracticeFacts = Pick<Settings, 'privacyContact' | 'languages'>;
/** Returns them; undefined until they are read, and where they cannot be. */
export function usePracticeFacts(): { facts: PracticeFacts | undefined; isPending: boolean } {
  const { data, isPending } = useQuery({
    queryKey: KEY_OF_SETTINGS,
    queryFn: () => call<Settings>('/api/settings', { timeout: TIMEOUT }),
    staleTime: 300_000,
    retry: false,
    retryOnMount: false,
  });
  return { facts: data, isPending };
}
/** Returns a function that reads them as the panel has read them, and asks for nothing. */
export function useReadFacts(): () => PracticeFacts | undefined {
  const queries = useQueryClient();
  return () => queries.getQueryData<PracticeFacts>(KEY_OF_SETTINGS);
}

/** Field of the notice on data protection. */
const CONTACT = 'datenschutzkontakt';
/**
 * Returns the fields of a notice: the previous input, and what the settings name; empty for
 * everything that is not a notice.
 */
export function rememberedFields(
  template: Template,
  facts: PracticeFacts | undefined,
): Record<string, string> {
  if (template.kind !== 'notice') return {};
  const contact = facts?.privacyContact ?? '';
  return {
    ...readKept()[templateKeyOf(template)],
    ...(contact !== '' &&
      template.fields.some(({ id }) => id === CONTACT) && { [CONTACT]: contact }),
  };
}

export function keepNoticeFields(form: SendForm, templates: readonly Template[]): void {
  const notices = templates.filter((one) => one.kind === 'notice').map(templateKeyOf);
  const sent = form.items
    .filter((item) => notices.includes(item.key))
    .map((item) => [item.key, item.fields] as const);
  if (sent.length === 0) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readKept(), ...Object.fromEntries(sent) }));
  } catch {
    // Without storage the field has to be typed again.
  }
}
