/** Reads tokens of the rule language: a position with its window and scope. */
import { type RuleToken, type Scope, LanguageError, type TimeWindow } from './rule-language.ts';

const FIXED_WINDOWS = [
    'KJ',
    'KHJ',
    'Q',
    'CASE_PAR',
    'CASE_KFO',
    'HKP',
    'UPTZEITRAUM',
    'FENSTER',
    'EVER',
  ] as const,
  FEE_SYSTEMS = {
    B: 'BEMA',
    G: 'GOZ',
    O: 'GOAE',
    HKP: 'HKP',
    KVA: 'KVA',
    TERMIN: 'TERMIN',
  } as const;

export function parseWindow(word: string, position: number): TimeWindow {
  const fixedWindow = FIXED_WINDOWS.find((one) => one === word);
  if (fixedWindow) return { art: fixedWindow };
  const m = /^([1-9]\d{0,3})([DMQ])$/.exec(word);
  if (!m) throw new LanguageError('fenster', position, word);
  return { art: m[2] === 'D' ? 'TAGE' : m[2] === 'M' ? 'MONATE' : 'QUARTALE', n: Number(m[1]) };
}

const TOKEN_PATTERN =
  /^(B|G|O|HKP|KVA|TERMIN):((?:[A-Za-zÄÖÜäöü0-9]+(?:\/\d)?)?\*?)(?:~([A-Z0-9_]+))?(?:@([ZK]))?$/u;

/** Parses one token. @throws Sprachfehler */
export function parseToken(word: string, position = 0): RuleToken {
  const m = TOKEN_PATTERN.exec(word),
    system = FEE_SYSTEMS[m?.[1] as keyof typeof FEE_SYSTEMS],
    muster = m?.[2] ?? '';
  if (
    !m ||
    muster === '' ||
    ((system === 'HKP' || system === 'KVA') && muster !== 'ERSTELLT' && muster !== 'LAUFEND') ||
    (system === 'TERMIN' && muster !== '*')
  )
    throw new LanguageError('marke', position, word);
  return {
    system,
    muster,
    fenster: m[3] === undefined ? null : parseWindow(m[3], position),
    scope: (m[4] ?? '') as Scope,
    wort: word,
  };
}

/**
 * Reads `34-38,44`: teeth by their FDI numbers, ranges within one quadrant; at least one.
 * @throws Sprachfehler
 */
export function parseTeeth(text: string): number[] {
  if (!/[^,\s]/.test(text)) throw new LanguageError('zeichen', 0, text.trim());
  return [...text.matchAll(/[^,]+/g)].flatMap(({ 0: part, index }) => {
    const m = /^\s*([1-4][1-8]|[5-8][1-5])(?:-([1-4][1-8]|[5-8][1-5]))?\s*$/.exec(part),
      first = Number(m?.[1]),
      last = Number(m?.[2] ?? m?.[1]);
    if (!m || last < first || Math.floor(first / 10) !== Math.floor(last / 10))
      throw new LanguageError('zeichen', index, part.trim());
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}
