// Fields of notices describe the practice (whom to ask about privacy), never a patient: this
// workstation remembers them.

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

/** Returns the previous input; empty for everything that is not a notice. */
export function rememberedFields(template: Template): Record<string, string> {
  return template.kind === 'notice' ? { ...readKept()[templateKeyOf(template)] } : {};
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
