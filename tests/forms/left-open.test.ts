/** Texts that tell a person how long waiting answers and signatures may be left, in each language. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SPOKEN_LANGUAGES } from '../../shared/base/languages.ts';

/** „six“ days: browsers that clean up delete the storage of a page after seven. */
const SIX: Readonly<Record<string, RegExp>> = {
  de: /sechs Tagen/,
  en: /six days/,
  tr: /altı gün/,
  ar: /ستة أيام/,
  uk: /шести днів/,
  ru: /шести дней/,
  pl: /sześciu dni/,
  ro: /șase zile/,
  it: /sei giorni/,
  es: /seis días/,
  fr: /six jours/,
  fa: /شش روز/,
};
const textsOf = (room: string, language: string): unknown =>
  JSON.parse(readFileSync(`kiosk/${room}/texts.${language}.json`, 'utf8'));

it.each(SPOKEN_LANGUAGES)('%s names six days, never more', (language) => {
  const home = textsOf('home', language) as { handing: { keep: string } },
    share = textsOf('share', language) as { sign: { waitingBody: string } };
  expect(home.handing.keep).toMatch(SIX[language]!);
  expect(share.sign.waitingBody).toMatch(SIX[language]!);
});
