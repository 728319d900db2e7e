/** URLs of the decorative flags (country-flag-icons, MIT), one small file each, never inlined. */

// Exactly the flags in the language table; a test compares the two.
const files = import.meta.glob<string>(
  './{AF,AL,AZ,AM,BA,BD,BG,CN,CZ,DE,DK,EE,ER,ES,ET,FI,FR,GB,GE,GR,HR,HU,ID,IL,IN,IR,IT,JP,KR,LT,LV,MK,MN,NL,NO,PK,PL,PT,RO,RS,RU,SE,SI,SK,SO,TH,TR,UA,VN}.svg',
  {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
    base: '/node_modules/country-flag-icons/3x2/',
  },
);

/** Returns the file URL of a country's flag, or null when there is none (speech bubble instead). */
export function flagUrl(country: string | null): string | null {
  return country === null ? null : (files[`./${country}.svg`] ?? null);
}
