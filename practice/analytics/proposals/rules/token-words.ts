// Positions of the rule language in plain words: codes, windows, scopes and alternatives. Pure.

import type { BillingKey, BillingTexts } from '../proposals-texts.ts';

const SYSTEMS: Readonly<Record<string, string>> = { B: 'BEMA', G: 'GOZ', O: 'GOÄ' };

const WINDOW_WORDS = [
  'KJ',
  'KHJ',
  'Q',
  'CASE_PAR',
  'CASE_KFO',
  'HKP',
  'FENSTER',
  'EVER',
  'UPTZEITRAUM',
] as const;

/** Describes a window: `in den letzten 24 Monaten` of `24M`. */
export function windowWords(window: string, t: BillingTexts): string {
  const known = WINDOW_WORDS.find((one) => one === window),
    counted = /^(\d+)([DMQ])$/.exec(window);
  if (known) return t(`fenster.${known}`);
  return counted ? t(`fenster.n${counted[2]}` as BillingKey, { n: counted[1] ?? '' }) : window;
}

/** Describes a token: `BEMA 13…` of `B:13*`, with its window and its scope. */
export function tokenWords(token: string, t: BillingTexts): string {
  const parts = /^([A-ZÄ]+):([^~@]+)(?:~([^@]+))?(?:@([ZK]))?$/.exec(token.trim());
  if (!parts) return token;
  const [, system = '', nr = '', window, scope] = parts;
  const what =
    system === 'HKP' || system === 'KVA'
      ? t(`plan.${system}.${nr}` as BillingKey)
      : nr === '*'
        ? t('irgendeine', { system: SYSTEMS[system] ?? system })
        : `${SYSTEMS[system] ?? system} ${nr.endsWith('*') ? `${nr.slice(0, -1)}…` : nr}`;
  return [
    what,
    window === undefined ? '' : windowWords(window, t),
    scope === undefined ? '' : t(`ort.${scope as 'Z' | 'K'}`),
  ]
    .filter((one) => one !== '')
    .join(' ');
}

/** Describes alternatives of which one suffices; a window shared by all is named once. */
export function listWords(tokens: readonly string[], t: BillingTexts): string {
  const groups = new Map<string, string[]>();
  for (const token of tokens) {
    const [, bare = token, rest = ''] = /^([^~@]+)(.*)$/.exec(token.trim()) ?? [];
    groups.set(rest, [...(groups.get(rest) ?? []), bare]);
  }
  return [...groups]
    .map(([rest, all]) => {
      const [last, ...before] = all.map((one) => tokenWords(one, t)).reverse(),
        names =
          before.length === 0
            ? (last ?? '')
            : t('oder', { a: before.reverse().join(', '), b: last ?? '' });
      const tail = /^(?:~([^@]+))?(?:@([ZK]))?$/.exec(rest);
      return [
        names,
        tail?.[1] === undefined ? '' : windowWords(tail[1], t),
        tail?.[2] === undefined ? '' : t(`ort.${tail[2] as 'Z' | 'K'}`),
      ]
        .filter((one) => one !== '')
        .join(' ');
    })
    .join('; ');
}

/** Describes an expression with `&`, `|` and brackets: `01 und (13a oder 13b)`. */
export const togetherWords = (expression: string, t: BillingTexts): string =>
  expression
    .replaceAll(/([A-ZÄ]+:[^&|()\s]+)/g, (token) => tokenWords(token, t))
    .replaceAll(/\s*&\s*/g, ` ${t('und')} `)
    .replaceAll(/\s*\|\s*/g, ` ${t('oderWort')} `)
    .replaceAll(/\)@([ZK])/g, (_, scope: 'Z' | 'K') => `) ${t(`ort.${scope}`)}`);
