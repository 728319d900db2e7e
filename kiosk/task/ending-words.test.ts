/**
 * Tests of the words around ending: on a paper about an operation „cancel“ must not read as
 * cancelling the operation, and the question repeats the verb of the button that asked it.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Words {
  header: { pause: string; end: string };
  end: { cancel: string };
  pause: { title: string; yes: string };
  cancel: { title: string; body: string; yes: string };
}

/** Stem of the verb that ends without saving. German and English are the words of rule X9. */
const ENDS: Record<string, RegExp> = {
  de: /abbrechen/i,
  en: /stop|cancel/i,
  ar: /إنهاء/,
  es: /termin/i,
  fa: /پایان/,
  fr: /arrêter/i,
  it: /termin/i,
  pl: /zakończ/i,
  ro: /închei/i,
  ru: /завершить/i,
  tr: /bitir/i,
  uk: /завершит/i,
};
/** Words that mean an operation or a treatment, too. */
const TREATMENT =
  /عملي[ةه]|جراح|إلغاء|لغو|işlem|ameliyat|operac|opéra|operaz|operați|операци|операці|intervenc|zabieg/i;

const wordsOf = (code: string): Words =>
  JSON.parse(readFileSync(`kiosk/task/texts.${code}.json`, 'utf8')) as Words;

describe.each(Object.entries(ENDS))('ending in %s', (code, verb) => {
  const { header, end, pause, cancel } = wordsOf(code);

  it('is asked and confirmed with the verb of the pressed button', () => {
    for (const text of [end.cancel, cancel.title, cancel.yes]) expect(text).toMatch(verb);
  });

  it('is never said with a word for the treatment', () => {
    for (const text of [header.end, end.cancel, ...Object.values(cancel)])
      expect(text).not.toMatch(TREATMENT);
  });

  it('differs from a pause', () => {
    for (const text of [header.pause, pause.title, pause.yes]) expect(text).not.toMatch(verb);
  });
});

it('the check finds the words that once asked whether to cancel the operation', () => {
  expect('هل تريد إلغاء العملية؟').toMatch(TREATMENT);
  expect('İşlem iptal edilsin mi?'.toLocaleLowerCase('tr')).toMatch(TREATMENT);
});
