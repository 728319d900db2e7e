// Texts of the form designer, and of its findings.

import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import type { Effect } from '../../../../shared/forms/design/extension-meanings.ts';
import { roomTexts, type TextsOf } from '../../../ui/texts.ts';
import type de from './texts.de.json';

export type DesignerKey = keyof typeof de;
export type DesignerTexts = TextsOf<DesignerKey>;
export const useDesignerTexts: () => DesignerTexts = roomTexts<DesignerKey>('formulare', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

/**
 * Describes a finding, with the effect of a part that is not executed; its detail is foreign text
 * and is appended unchanged.
 */
export const findingText = (
  t: DesignerTexts,
  { code, ...more }: Pick<FormFinding, 'code'> & { readonly effect?: Effect },
): string => `${t(`finding.${code}`)}${more.effect ? ` ${t(`effect.${more.effect}`)}` : ''}`;
