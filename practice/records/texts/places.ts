// Places of findings in the editor of a consent text.

import type { TextFinding, TextPlace } from '../../../shared/papers/text-findings.ts';
import type { Gap } from '../../ui/saving/next-missing.ts';
import { keyOfPlace } from './edit.ts';

/** Scrolls to the place of a finding, and focuses it. */
export function goTo(place: TextPlace): void {
  const part = document.getElementById(
    place.part === 'section'
      ? `tx-section-${place.id}`
      : place.part === 'title'
        ? 'tx-title'
        : 'tx-facts',
  );
  part?.scrollIntoView({ block: 'start' });
  (part?.matches('input') === true
    ? part
    : part?.querySelector<HTMLElement>('input, textarea, select')
  )?.focus({ preventScroll: true });
}

/** A gap in a translation is closed in its own language, not in the German text. */
export function gapOf(
  { code, place, detail }: TextFinding,
  languages: readonly string[],
): Gap | undefined {
  const isOfTranslation =
      code === 'translation_missing' ||
      code === 'placeholder_differs' ||
      code.startsWith('meaning_'),
    language = isOfTranslation ? languages.find((one) => one === detail) : undefined;
  return language === undefined ? undefined : { language, at: keyOfPlace(place) };
}
