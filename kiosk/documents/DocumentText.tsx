/**
 * A filled document as reflowing text, black on white: from the same data as the PDF, in one
 * language or two side by side.
 */
import type { ReactNode } from 'react';
import type { Block, DocumentSection, LocalText } from '../../shared/desk/document.ts';
import { findLanguage } from '../../shared/base/languages.ts';
import { softHyphens } from '../ui/hyphens.ts';
import { unbroken } from './unbroken.ts';

export interface SectionTextProps {
  readonly section: DocumentSection;
  /** Main language; German where the text does not exist in it. */
  readonly language: string;
  /** German next to or below a foreign text. */
  readonly withGerman: boolean;
  readonly headingId: string;
}

export function SectionText({ section, language, withGerman, headingId }: SectionTextProps) {
  const front = section.heading[language] === undefined ? 'de' : language;
  const isTwo = withGerman && front !== 'de';
  return (
    // Signed as it stands here: the evidence names this wording, not a browser's translation.
    <div className={isTwo ? 'doc-paper doc-paper--two' : 'doc-paper'} translate="no">
      <Column section={section} language={front} headingId={headingId} />
      {isTwo && <Column section={section} language="de" isSecond />}
    </div>
  );
}

interface ColumnProps {
  readonly section: DocumentSection;
  readonly language: string;
  readonly headingId?: string;
  readonly isSecond?: boolean;
}

function Column({ section, language, headingId, isSecond = false }: ColumnProps) {
  return (
    <div
      className={isSecond ? 'doc-column doc-column--second' : 'doc-column'}
      lang={language}
      dir={findLanguage(language)?.dir ?? 'ltr'}
    >
      {isSecond ? (
        <p className="doc-column__heading">{wordsOf(section.heading, language)}</p>
      ) : (
        <h2 id={headingId} tabIndex={-1}>
          {wordsOf(section.heading, language)}
        </h2>
      )}
      {section.body.map((block, index) => (
        // Blocks of an immutable text never move, so their index is their key.
        <BlockText key={`${section.id}-${String(index)}`} block={block} language={language} />
      ))}
    </div>
  );
}

function BlockText({
  block,
  language,
}: {
  readonly block: Block;
  readonly language: string;
}): ReactNode {
  if (block.type === 'p') return <p>{wordsOf(block.text, language)}</p>;
  if (block.type === 'note') return <p className="doc-note">{wordsOf(block.text, language)}</p>;
  if (block.type === 'ul') {
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item.de}>{wordsOf(item, language)}</li>
        ))}
      </ul>
    );
  }
  const heads = block.head.map((head) => wordsOf(head, language));
  return (
    <table className="doc-table">
      <caption>{wordsOf(block.caption, language)}</caption>
      <thead>
        <tr>
          {block.head.map((head, column) => (
            <th key={head.de} scope="col">
              {heads[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row) => (
          <tr key={row.map((cell) => cell.de).join('|')}>
            {row.map((cell, column) => (
              <td key={block.head[column]?.de} data-head={heads[column]}>
                {wordsOf(cell, language)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Returns the displayed text of one language; the stored and hashed text never contains the soft
 * hyphens and fixed spaces.
 */
export function wordsOf(text: LocalText, language: string): string {
  const words = text[language];
  return unbroken(words === undefined ? softHyphens(text.de, 'de') : softHyphens(words, language));
}
