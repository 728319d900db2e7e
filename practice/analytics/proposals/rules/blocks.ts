// A rule as building blocks: converts its conditions to blocks and back to the fields of the rule
// language. Pure.

import { LanguageError } from '../../../../shared/analytics/billing/rule-language.ts';
import { parseCondition } from '../../../../shared/analytics/billing/parse-condition.ts';
import { parseToken } from '../../../../shared/analytics/billing/rule-tokens.ts';
import { tokensOf, type Draft } from './rule-draft.ts';

export const BLOCK_KINDS = [
  'tag',
  'nichtTag',
  'davor',
  'nichtDavor',
  'notiz',
  'nichtNotiz',
  'faktor',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];
export const BLOCK_SYSTEMS = ['B', 'G', 'O'] as const;
export const BLOCK_WINDOWS = ['M', 'D', 'Q', 'KHJ', 'KJ', 'EVER'] as const;
export const BLOCK_PLACES = ['', 'Z', 'K'] as const;
/** One condition. All values are strings, as typed; only those of its kind count. */
export interface Block {
  readonly kind: BlockKind;
  readonly system: (typeof BLOCK_SYSTEMS)[number];
  /** Numbers, separated by commas or spaces; `*` at the end takes all with that beginning. */
  readonly numbers: string;
  readonly window: (typeof BLOCK_WINDOWS)[number];
  /** Count of months or days. */
  readonly count: string;
  readonly place: (typeof BLOCK_PLACES)[number];
  /** Words of the note, separated by commas. */
  readonly words: string;
  readonly factor: string;
}
/** The fields of a rule that blocks write. */
export type BlockFields = Pick<
  Draft,
  'heuteEines' | 'heuteAlle' | 'heuteKeines' | 'historieKeine' | 'historieNoetig' | 'zusatz'
>;
export const newBlock = (kind: BlockKind): Block => ({
  kind,
  system: 'B',
  numbers: '',
  window: 'M',
  count: '12',
  place: '',
  words: '',
  factor: '2,3',
});

const hasNumbers = ({ kind }: Block): boolean =>
  kind === 'tag' || kind === 'nichtTag' || kind === 'davor' || kind === 'nichtDavor';
export const isCounted = ({ window }: Pick<Block, 'window'>): boolean =>
  window === 'M' || window === 'D';
const windowOf = (one: Block): string =>
  isCounted(one) ? `${one.count.trim()}${one.window}` : one.window;
const numbersOf = (one: Block): string[] =>
  tokensOf(one.numbers).map(({ wort }) => `${one.system}:${wort}`);
const wordsOf = (one: Block): string[] =>
  one.words
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
/** Words are searched as they are: signs of a pattern lose their meaning. */
const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const plain = (word: string): string => word.replaceAll(/\\([.*+?^${}()|[\]\\])/g, '$1');

/** Checks whether a block lacks a number, a word or a count, or contains what is none. */
export function isFaulty(one: Block): boolean {
  if (hasNumbers(one)) {
    const tokens = numbersOf(one);
    if (tokens.length === 0) return true;
    if (
      (one.kind === 'davor' || one.kind === 'nichtDavor') &&
      isCounted(one) &&
      !/^[1-9]\d{0,2}$/.test(one.count.trim())
    )
      return true;
    try {
      for (const token of tokens) parseToken(token);
      return false;
    } catch (error) {
      if (error instanceof LanguageError) return true;
      throw error;
    }
  }
  if (one.kind === 'faktor') return !/^\d{1,2}(?:[.,]\d{1,2})?$/.test(one.factor.trim());
  const words = wordsOf(one);
  return words.length === 0 || words.some((word) => word.includes("'"));
}

const earlier = (one: Block): string[] =>
  numbersOf(one).map(
    (token) => `${token}~${windowOf(one)}${one.place === '' ? '' : `@${one.place}`}`,
  );
/** A missing earlier service of a check, as a sum: its list of earlier services means the contrary. */
const missing = (one: Block): string =>
  `count(${numbersOf(one)
    .map((token) => (one.place === '' ? token : `${token}@${one.place}`))
    .join('|')},${windowOf(one)})=0`;

/**
 * Converts complete blocks to the fields of the rule. Several blocks of the same day all have to
 * hold; of the numbers of one block any suffices.
 * @param isCheck whether the rule warns, instead of proposing
 */
export function fieldsOf(blocks: readonly Block[], isCheck: boolean): BlockFields {
  const whole = blocks.filter((one) => !isFaulty(one)),
    of = (kind: BlockKind): Block[] => whole.filter((one) => one.kind === kind),
    [first, ...more] = of('tag');
  const conditions = [
    ...(isCheck ? of('nichtDavor').map(missing) : []),
    ...of('notiz').map((one) => `doc~'${wordsOf(one).map(escaped).join('|')}'`),
    ...of('nichtNotiz').map((one) => `doc!~'${wordsOf(one).map(escaped).join('|')}'`),
    ...of('faktor').map((one) => `faktor>${one.factor.trim().replace(',', '.')}`),
  ];
  const group = (one: Block): string => {
    const tokens = numbersOf(one);
    return tokens.length === 1 ? tokens[0]! : `(${tokens.join('|')})`;
  };
  return {
    heuteEines: first === undefined ? '' : numbersOf(first).join(' '),
    heuteAlle: more.map(group).join('&'),
    heuteKeines: of('nichtTag').flatMap(numbersOf).join(' '),
    historieKeine: isCheck ? '' : of('nichtDavor').flatMap(earlier).join(' '),
    historieNoetig: of('davor').flatMap(earlier).join(' '),
    zusatz: conditions.join(' and '),
  };
}

/** Reads tokens of one window and place as one block each; null where one has another form. */
function blocksOfTokens(kind: BlockKind, text: string): Block[] | null {
  const found = new Map<string, Block>();
  for (const { wort } of tokensOf(text)) {
    const [, system, number, window = '', place = ''] =
      /^([BGO]):([^~@]+)(?:~(\d+[MD]|Q|KHJ|KJ|EVER))?(?:@([ZK]))?$/.exec(wort) ?? [];
    const isEarlier = kind === 'davor' || kind === 'nichtDavor';
    if (system === undefined || number === undefined) return null;
    if ((window !== '') !== isEarlier || (place !== '' && !isEarlier)) return null;
    const key = `${system} ${window} ${place}`,
      known = found.get(key),
      [, count = '12', unit = window] = /^(\d+)([MD])$/.exec(window) ?? [];
    found.set(key, {
      ...newBlock(kind),
      system: system as Block['system'],
      numbers: known === undefined ? number : `${known.numbers}, ${number}`,
      window: (unit === '' ? 'M' : unit) as Block['window'],
      count,
      place: place as Block['place'],
    });
  }
  return [...found.values()];
}
/** Reads one part of a further condition; null where it is no block. */
function blockOfCondition(part: string): Block | null {
  const [, not = '', pattern] = /^doc(!?)~'([^']*)'$/.exec(part) ?? [];
  if (pattern !== undefined) {
    const words = pattern.split(/(?<!\\)\|/);
    return words.some((word) => escaped(plain(word)) !== word || word.includes(','))
      ? null
      : { ...newBlock(not === '' ? 'notiz' : 'nichtNotiz'), words: words.map(plain).join(', ') };
  }
  const [, factor] = /^faktor>([\d.]+)$/.exec(part) ?? [];
  if (factor !== undefined) return { ...newBlock('faktor'), factor: factor.replace('.', ',') };
  const [, list, window] = /^count\(([^,()]+),(\w+)\)=0$/.exec(part) ?? [];
  if (list === undefined || window === undefined) return null;
  const tokens = list.split('|').map((token) => token.replace(/^([^@]+)(.*)$/, `$1~${window}$2`)),
    blocks = blocksOfTokens('nichtDavor', tokens.join(' '));
  return blocks?.length === 1 ? blocks[0]! : null;
}
/** Reads the fields of a rule as blocks; null where it says more than blocks can. */
export function blocksOf(draft: Draft): Block[] | null {
  const lists = [
    blocksOfTokens('tag', draft.heuteEines),
    ...(draft.heuteAlle.trim() === '' ? [] : draft.heuteAlle.split('&')).map((part) =>
      blocksOfTokens('tag', part.trim().replace(/^\((.*)\)$/, '$1')),
    ),
    blocksOfTokens('nichtTag', draft.heuteKeines),
    blocksOfTokens('davor', draft.historieNoetig),
    blocksOfTokens('nichtDavor', draft.historieKeine),
    ...(draft.zusatz.trim() === '' ? [] : draft.zusatz.split(' and ')).map((part) => {
      const one = blockOfCondition(part.trim());
      return one === null ? null : [one];
    }),
  ];
  if (lists.some((list) => list === null) || draft.zaehne.trim() !== '') return null;
  const blocks = (lists as Block[][]).flat(),
    again = fieldsOf(blocks, draft.art === 'PRUEFUNG');
  // Only what comes back unchanged is shown as blocks.
  const isSame = (Object.keys(again) as (keyof BlockFields)[]).every(
    (name) => squeezed(again[name]) === squeezed(draft[name]),
  );
  return isSame ? blocks : null;
}
const squeezed = (text: string): string => text.replaceAll(/[\s,;]+/g, ' ').trim();
/** Checks that blocks make a condition which the rule language reads. */
export function isReadable(fields: BlockFields): boolean {
  if (fields.zusatz === '') return true;
  try {
    parseCondition(fields.zusatz);
    return true;
  } catch (error) {
    if (error instanceof LanguageError) return false;
    throw error;
  }
}
