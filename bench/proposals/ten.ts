/** Ten of the rules in three forms: our engine by id, json-rules-engine, and plain SQL. */
export interface TenRule {
  readonly id: string;
  /**
   * For json-rules-engine: facts of a day are codes (`B:35`), those of the year and the preceding
   * half year, insurance, age in months and the day.
   */
  readonly conditions: readonly {
    readonly fact: string;
    readonly operator: string;
    readonly value: unknown;
  }[];
  /** Days and people on which the rule fires; `l` is a service of the day, `p` the person. */
  readonly sql: string;
}
const gkv = { fact: 'insurance', operator: 'equal', value: 'GKV' };
const has = (...value: string[]): TenRule['conditions'][number] => ({
    fact: 'today',
    operator: 'hasAny',
    value,
  }),
  not = (...value: string[]): TenRule['conditions'][number] => ({
    fact: 'today',
    operator: 'hasNone',
    value,
  });
const one = (token: string, at = 'l'): string => {
  const [kind = '', code = ''] = token.split(':');
  return `(${at}.system = '${{ B: 'BEMA', G: 'GOZ', O: 'GOAE' }[kind] ?? ''}' and ${code.endsWith('*') ? `${at}.nr >= '${code.slice(0, -1)}' and ${at}.nr < '${code.slice(0, -1)}￿'` : `${at}.nr = '${code}'`})`;
};
const any = (tokens: readonly string[], at = 'l'): string =>
  `(${tokens.map((token) => one(token, at)).join(' or ')})`;
const today = (tokens: readonly string[]): string =>
  `exists (select 1 from leistung x where x.patid = l.patid and x.datum = l.datum and ${any(tokens, 'x')})`;
const before = (tokens: readonly string[], from: string): string =>
  `exists (select 1 from leistung x where x.patid = l.patid and x.datum < l.datum and x.datum >= ${from} and ${any(tokens, 'x')})`;
const YEAR = "substr(l.datum, 1, 4) || '-01-01'",
  HALF =
    "substr(l.datum, 1, 4) || (case when substr(l.datum, 6, 2) < '07' then '-01-01' else '-07-01' end)";
/** Completed months of age on the day. */
const MONTHS =
  '(substr(l.datum, 1, 4) - substr(p.geburtsdatum, 1, 4)) * 12 + substr(l.datum, 6, 2) - substr(p.geburtsdatum, 6, 2) - (substr(l.datum, 9, 2) < substr(p.geburtsdatum, 9, 2))';
const find = (tokens: readonly string[], where: readonly string[]): string =>
  `select distinct l.patid, l.datum from leistung l join patient p on p.id = l.patid where ${[any(tokens), ...where].join(' and ')}`;
const GKV = "p.versicherung = 'GKV'";
const missing = (id: string, tokens: readonly string[], none: readonly string[]): TenRule => ({
  id,
  conditions: [gkv, has(...tokens), not(...none)],
  sql: find(tokens, [GKV, `not ${today(none)}`]),
});

export const TEN_RULES: readonly TenRule[] = [
  missing('E02', ['B:35'], ['B:Ä925*']),
  missing('E06', ['B:28', 'B:27'], ['B:40', 'B:41*']),
  missing('Z04', ['B:97a'], ['B:98b']),
  missing('Z07', ['B:98g'], ['B:98h/1', 'B:98h/2']),
  {
    id: 'K02',
    conditions: [
      gkv,
      has('B:FU1'),
      not('B:FUPr'),
      { fact: 'months', operator: 'greaterThanInclusive', value: 5 },
      { fact: 'months', operator: 'lessThanInclusive', value: 32 },
      { fact: 'day', operator: 'notBefore', value: '2019-07-01' },
    ],
    sql: find(
      ['B:FU1'],
      [GKV, `not ${today(['B:FUPr'])}`, `${MONTHS} between 5 and 32`, "l.datum >= '2019-07-01'"],
    ),
  },
  {
    id: 'K06',
    conditions: [
      gkv,
      has('B:IP1'),
      not('B:IP2', 'B:174*'),
      { fact: 'half', operator: 'hasNone', value: ['B:IP2'] },
      { fact: 'months', operator: 'greaterThanInclusive', value: 72 },
      { fact: 'months', operator: 'lessThanInclusive', value: 215 },
    ],
    sql: find(
      ['B:IP1'],
      [
        GKV,
        `not ${today(['B:IP2', 'B:174*'])}`,
        `not ${before(['B:IP2'], HALF)}`,
        `${MONTHS} between 72 and 215`,
      ],
    ),
  },
  {
    id: 'V03',
    conditions: [has('G:2410', 'G:2440'), not('O:5000')],
    sql: find(['G:2410', 'G:2440'], [`not ${today(['O:5000'])}`]),
  },
  {
    id: 'LB002',
    conditions: [gkv, has('B:01'), has('B:Ä1')],
    sql: find(['B:01'], [GKV, today(['B:Ä1'])]),
  },
  {
    id: 'LB299',
    conditions: [gkv, has('B:107'), { fact: 'year', operator: 'hasAny', value: ['B:107'] }],
    sql: find(['B:107'], [GKV, before(['B:107'], YEAR)]),
  },
  {
    id: 'LG064',
    conditions: [has('G:1020'), has('G:1040')],
    sql: find(['G:1020'], [today(['G:1040'])]),
  },
];
