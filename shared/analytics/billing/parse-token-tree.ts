/** Parses token trees of the rule language. */
import { parseToken } from './rule-tokens.ts';
import { Reader, unexpected } from './rule-lexemes.ts';
import type { RuleToken, Scope, TokenTree } from './rule-language.ts';

/**
 * Reads `(B:49|B:50)&(B:43|B:44)@Z`; a scope after a bracket holds for everything in it.
 * @throws Sprachfehler
 */
export function parseTokenTree(text: string): TokenTree {
  const reader = new Reader(text);
  const scoped = (tokenTree: TokenTree, scope: Scope): TokenTree =>
    tokenTree.art === 'marke'
      ? { art: 'marke', token: { ...tokenTree.token, scope } }
      : { ...tokenTree, parts: tokenTree.parts.map((one) => scoped(one, scope)) };
  const part = (): TokenTree => {
    const one = reader.take();
    if (one.art === 'marke') return { art: 'marke', token: parseToken(one.wort, one.stelle) };
    if (one.wort !== '(') throw unexpected(one);
    const inner = parseOr();
    reader.expectWord(')');
    return reader.takeIf('@Z')
      ? scoped(inner, 'Z')
      : reader.takeIf('@K')
        ? scoped(inner, 'K')
        : inner;
  };
  const parseChain = (
    chars: string,
    art: 'und' | 'oder',
    readWords: () => TokenTree,
  ): TokenTree => {
    const parts = [readWords()];
    while (reader.takeIf(chars)) parts.push(readWords());
    return parts.length === 1 ? parts[0]! : { art, parts };
  };
  const parseAnd = (): TokenTree => parseChain('&', 'und', part),
    parseOr = (): TokenTree => parseChain('|', 'oder', parseAnd),
    tokenTree = parseOr();
  reader.ende();
  return tokenTree;
}

export const tokensIn = (tokenTree: TokenTree): RuleToken[] =>
  tokenTree.art === 'marke' ? [tokenTree.token] : tokenTree.parts.flatMap(tokensIn);
