// An entry of the log as people read it: when, what, who.

import type { AuditItem } from '../../shared/audit.schema.ts';
import { ZONE } from '../../shared/dates.ts';
import type { ProtokollTexts } from './protokoll-texts.ts';

export const showTime = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { timeZone: ZONE, day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(at);
export const whatOf = (item: AuditItem, language: string): string => (language === 'de' ? item.de : item.en);

const KINDS = ['system', 'anonymous', 'administrator', 'support', 'tablet', 'api', 'r4c', 'collector'] as const;
/** Name where there is one, else what kind of actor it was. */
export function whoOf({ who }: AuditItem, t: ProtokollTexts): string {
  const kind = KINDS.find((one) => one === who.kind) ?? 'user';
  if (who.name === '') return t(`by.${kind}`);
  return kind === 'tablet' || who.kind === 'user' ? who.name : `${who.name} (${t(`by.${kind}`)})`;
}
