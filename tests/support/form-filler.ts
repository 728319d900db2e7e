/**
 * Fills in pages of a questionnaire by its real inputs, including unfolded questions, and returns
 * the content of the screen.
 */
import type { Page } from '@playwright/test';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { problemOfValue } from '../../shared/forms/questionnaire/check.ts';
import type { Model, Node } from '../../shared/forms/questionnaire/model.ts';

/** Typed input for words, days and numbers; by linkId. */
export type Typing = Readonly<Record<string, readonly string[]>>;
/** One question as displayed when the page was turned. */
export interface Stood {
  readonly key: string;
  readonly kind: 'known' | 'chosen' | 'typed' | 'date' | 'photo';
  /** Values of the chosen inputs, or the texts of the fields. */
  readonly values: readonly string[];
}

const DAYS = ['2015-03-04', '1980-03-04'],
  NUMBERS = ['12', '5', '62,3', '1'];

/** Returns a number as typed, in the only unit that the form offers. */
function quantityOf(
  { units: [unit] }: Node,
  text: string,
): NonNullable<FhirValue['valueQuantity']> {
  return {
    value: Number(text.replace(',', '.')),
    ...(unit?.display !== undefined && { unit: unit.display }),
    ...(unit?.system !== undefined && { system: unit.system }),
    ...(unit?.code !== undefined && { code: unit.code }),
  };
}

/**
 * Returns a text of each kind that the form accepts; every text kind contains `word`, so that a
 * search finds it.
 */
export function typingFor(model: Model, word: string): Typing {
  const texts = [
    `${word} 7`,
    '80331',
    '089 123456',
    `${word.toLowerCase()}@example.org`,
    'A123456789',
  ];
  const first = (
    node: Node,
    list: readonly string[],
    value: (text: string) => FhirValue,
  ): readonly string[] =>
    list.filter((text) => problemOfValue(node, value(text)) === undefined).slice(0, 1);
  const samples = (node: Node): readonly string[] => {
    switch (node.type) {
      case 'string':
      case 'text':
      case 'open-choice':
        return first(node, texts, (valueString) => ({ valueString }));
      case 'date':
        return (first(node, DAYS, (valueDate) => ({ valueDate }))[0] ?? '')
          .split('-')
          .reverse()
          .map((part) => String(Number(part)));
      case 'integer':
        return first(
          node,
          NUMBERS.filter((one) => !one.includes(',')),
          (text) => ({ valueInteger: Number(text) }),
        );
      case 'decimal':
        return first(node, NUMBERS, (text) => ({ valueDecimal: Number(text.replace(',', '.')) }));
      case 'quantity':
        return first(node, NUMBERS, (text) => ({ valueQuantity: quantityOf(node, text) }));
      default:
        return [];
    }
  };
  return Object.fromEntries(model.nodes.map((node) => [node.linkId, samples(node)]));
}

/**
 * Runs in the page, or in a test that has one. Answers the displayed questions until no further one
 * unfolds.
 * @returns every question in its order
 */
export async function fill({ typing, turn }: { typing: Typing; turn: number }): Promise<Stood[]> {
  const frame = (): Promise<unknown> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  const linkIdOf = (key: string): string => key.split('~')[0] ?? key;
  const type = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  /** The same question gets a different answer in the next form and language. */
  const pick = (key: string, count: number): number =>
    [...key].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, turn + 7) %
    count;
  const items = (): HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>('.q-item[data-place]'),
  ];
  // A follow-up is inside of its question, below the tile that opened it.
  const inputsOf = (item: HTMLElement, selector: string): HTMLInputElement[] =>
    [...item.querySelectorAll<HTMLInputElement>(selector)].filter(
      (one) => one.closest('.q-item') === item,
    );
  const CHOICES = 'input[type=radio], input[type=checkbox]',
    FIELDS = 'input[type=text]:not([role=searchbox]), textarea';

  const answer = (item: HTMLElement): void => {
    const key = item.dataset.place ?? '';
    const known = item.querySelector<HTMLButtonElement>(
      '.q-known__acts button, .q-before .k-button',
    );
    if (known) return known.click();
    const choices = inputsOf(item, CHOICES),
      fields = inputsOf(item, FIELDS);
    if (choices.length > 0) choices[pick(key, choices.length)]?.click();
    const texts = typing[linkIdOf(key)] ?? [];
    // The text field next to tiles stays empty: one answer is enough.
    if (choices.length === 0 || item.querySelector('.q-number') !== null)
      for (const [at, field] of fields.entries())
        type(field, texts[texts.length - fields.length + at] ?? texts[0] ?? '');
  };
  const done = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const open = items().filter((one) => !done.has(one.dataset.place ?? ''));
    if (open.length === 0) break;
    for (const item of open) {
      done.add(item.dataset.place ?? '');
      answer(item);
      await frame();
    }
    await frame();
  }
  return items().map((item): Stood => {
    const key = item.dataset.place ?? '',
      chosen = inputsOf(item, CHOICES)
        .filter((one) => one.checked)
        .map((one) => one.value),
      fields = inputsOf(item, FIELDS);
    if (item.querySelector('.q-known__yes')) return { key, kind: 'known', values: [] };
    if (chosen.length > 0) return { key, kind: 'chosen', values: chosen };
    if (item.querySelector('.k-date'))
      return { key, kind: 'date', values: fields.map((one) => one.value) };
    return {
      key,
      kind: fields.length > 0 ? 'typed' : 'photo',
      values: fields.map((one) => one.value),
    };
  });
}

/** Fills in the page on the screen. @param turn varies the answers */
export const fillPage = (page: Page, typing: Typing, turn: number): Promise<Stood[]> =>
  page.evaluate(fill, { typing, turn });

/** Returns the value that the practice must receive for a question; undefined if unanswered. */
export function toldOf(
  model: Model,
  { key, kind, values }: Stood,
  record: Readonly<Record<string, string>>,
): readonly FhirValue[] | undefined {
  const node = model.byLinkId.get(key.split('~')[0] ?? key);
  if (!node) throw new Error(`the form has no „${key}“`);
  switch (kind) {
    case 'known': {
      const said = record[node.field ?? ''] ?? '';
      return [node.type === 'date' ? { valueDate: said } : { valueString: said }];
    }
    case 'chosen':
      if (node.type === 'boolean') return [{ valueBoolean: values[0] === 'true' }];
      if (node.type === 'integer') return [{ valueInteger: Number(values[0]) }];
      return values.map(
        (one) =>
          (
            node.options[/^\d+$/.test(one) ? Number(one) : -1] ??
            node.options.find((option) => option.text === one)
          )?.value ?? { valueString: `no option ${one}` },
      );
    case 'date': {
      const [year, month, day] = [...values].reverse();
      return [
        {
          valueDate: [year, month?.padStart(2, '0'), day?.padStart(2, '0')]
            .filter((part) => part !== undefined)
            .join('-'),
        },
      ];
    }
    case 'typed':
      if (node.type === 'integer') return [{ valueInteger: Number(values[0]) }];
      if (node.type === 'quantity') return [{ valueQuantity: quantityOf(node, values[0] ?? '') }];
      return [{ valueString: values[0] ?? '' }];
    case 'photo':
      return undefined;
  }
}

interface Item {
  readonly linkId: string;
  readonly answer?: readonly (FhirValue & { readonly item?: readonly Item[] })[];
  readonly item?: readonly Item[];
}
/** Returns the values of every answer of a response by linkId, without children. */
export function answersByLinkId(items: readonly Item[] = []): Record<string, readonly FhirValue[]> {
  const out: Record<string, readonly FhirValue[]> = {};
  const walk = (list: readonly Item[] = []): void => {
    for (const { linkId, answer, item } of list) {
      if (answer)
        out[linkId] = [
          ...(out[linkId] ?? []),
          ...answer.map(
            (one) =>
              Object.fromEntries(
                Object.entries(one).filter(([name]) => name.startsWith('value')),
              ) as FhirValue,
          ),
        ];
      for (const one of answer ?? []) walk(one.item);
      walk(item);
    }
  };
  walk(items);
  return out;
}
