// Describes an entry of the log: action, actor.

import type { AuditItem } from '../../../shared/operations/audit.schema.ts';
import type { AuditTexts } from './audit-texts.ts';

export const whatOf = (item: AuditItem, language: string): string =>
  language === 'de' ? item.de : item.en;

const KINDS = [
  'system',
  'anonymous',
  'administrator',
  'support',
  'tablet',
  'api',
  'r4c',
  'collector',
] as const;
/** Returns the name where there is one, else the kind of actor. */
export function whoOf({ who }: AuditItem, t: AuditTexts): string {
  const kind = KINDS.find((one) => one === who.kind) ?? 'user';
  if (who.name === '') return t(`by.${kind}`);
  return kind === 'tablet' || who.kind === 'user' ? who.name : `${who.name} (${t(`by.${kind}`)})`;
}
