// A note of the record with the words marked that matched a rule.

import { Fragment } from 'react';

/**
 * Splits a text into pieces, every second one a match; words are compared case-insensitively, the
 * longest first. Pure.
 */
function markedPieces(text: string, words: readonly string[]): readonly string[] {
  const wanted = [...new Set(words.map((one) => one.trim()).filter((one) => one !== ''))].sort(
    (a, b) => b.length - a.length,
  );
  if (wanted.length === 0) return [text];
  return text.split(
    new RegExp(
      `(${wanted.map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
      'giu',
    ),
  );
}

export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return (
    <p className="ab-note" lang="de">
      {markedPieces(text, words).map((piece, at) => (
        <Fragment key={at}>{at % 2 === 1 ? <mark>{piece}</mark> : piece}</Fragment>
      ))}
    </p>
  );
}
