/**
 * Letters with marks that the key rows lack: by their base letter, for names of Europe, Turkey and
 * the languages that share these scripts.
 */

/** Base letter, then its variants: at most eleven, the width of a row. */
const LATIN =
  'aáàâäãåąăāæ cćčçċ dďđð eéèêëęěėēə gğģġ hħ iıíìîïįī kķ lłľĺļ nñńňņ oóòôöõőøœ rřŕ sßśšşș tťțţþ uúùûüůűųū wŵ yýÿŷ zźżž';
/** Russian, Ukrainian, Belarusian, Serbian, Macedonian, Kazakh, Tatar. */
const CYRILLIC = 'аә гґғѓ дђџ еёєѐ жҗ зѕ иіїйѝ кқќ лљ нңњ оө уўұү хһ чћ ьъ іїы єёэ';
/** Persian, Kurdish, Urdu. */
const ARABIC = 'اأإآٱ بپ تٹ جچ دڈ رڕڑ زژ فڤ كکگ کكگ لڵ نں هھةە وۆۇؤ يیێىئ یيێىئ';

const VARIANTS: ReadonlyMap<string, readonly string[]> = new Map(
  `${LATIN} ${CYRILLIC} ${ARABIC}`.split(' ').map((group) => {
    const [base = '', ...variants] = group;
    return [base, variants];
  }),
);

/** Returns the letters with marks of a base letter; none for a letter without them. */
export const variantsOf = (letter: string): readonly string[] => VARIANTS.get(letter) ?? [];

/**
 * Returns the capital of a letter. @param language of the layout: Turkish i becomes İ, which other
 * layouts offer in place of the capital of ı, a plain I.
 */
export function capitalOf(letter: string, language: string): string {
  if (letter === 'ß') return 'ẞ';
  if (letter === 'ı' && language !== 'tr') return 'İ';
  return letter.toLocaleUpperCase(language);
}
