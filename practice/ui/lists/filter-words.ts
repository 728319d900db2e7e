// What the fields of a filter bar say, in words.

import { dayText } from '../../../shared/base/dates.ts';
import { dayOfParts } from '../DayFields.tsx';

/** Name of a field: its own, or that of its visible label. */
const nameOf = (field: HTMLInputElement | HTMLSelectElement): string =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').trim();

/** The day of a group of three fields; empty while it is not one. */
function dayIn(group: Element, language: string): string {
  const [day = '', month = '', year = ''] = [...group.querySelectorAll('input')].map(
      ({ value }) => value,
    ),
    whole = dayOfParts({ day, month, year });
  return whole === undefined ? '' : dayText(whole, language);
}
function choiceIn(field: HTMLInputElement | HTMLSelectElement): string {
  if (field instanceof HTMLSelectElement)
    return field.value === '' ? '' : (field.selectedOptions[0]?.textContent ?? '');
  if (field.type === 'radio')
    return field.checked && field.value !== '' ? (field.labels?.[0]?.textContent ?? '') : '';
  return field.value.trim();
}

/**
 * Reads a filter bar: `name: value` of each field that narrows the list, in their order. Chosen
 * chips are buttons marked by `data-filter`.
 * @param bar its fields may be of the library or of the browser
 */
export function filterWords(bar: HTMLElement, language: string): string[] {
  const words: string[] = [],
    seen = new Set<Element>();
  for (const field of bar.querySelectorAll<HTMLElement>('input, select, button[data-filter]')) {
    if (field instanceof HTMLButtonElement) {
      words.push((field.textContent ?? '').trim());
      continue;
    }
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const group = field.closest('[role="group"]');
    if (group !== null && bar.contains(group) && field.inputMode === 'numeric') {
      const day = seen.has(group) ? '' : dayIn(group, language);
      seen.add(group);
      if (day !== '') words.push(`${group.getAttribute('aria-label') ?? ''}: ${day}`);
      continue;
    }
    if (field.type === 'checkbox') {
      if (field.checked) words.push(nameOf(field));
      continue;
    }
    const value = choiceIn(field),
      name =
        field.type === 'radio'
          ? (field.closest('[role="radiogroup"]')?.getAttribute('aria-label') ?? '')
          : nameOf(field);
    if (value !== '') words.push(name === '' ? value : `${name}: ${value}`);
  }
  return words;
}
