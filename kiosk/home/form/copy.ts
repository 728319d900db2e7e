// Copy of the answers for the person: plain text that every phone opens and prints.

import { sourceAt, type Source } from '../../../shared/forms/questionnaire/expressions/inputs.ts';
import { answersAt } from '../../../shared/forms/questionnaire/state.ts';
import type { View } from '../../../shared/forms/questionnaire/view.ts';
import { pagesOf, piecesOf, placesOf } from '../../forms/pages.ts';
import { answerText, heard, textOf, type Reading } from '../../forms/words.ts';

export interface CopyHead {
  readonly title: string;
  /** Lines below the title: practice, person, day. */
  readonly lines: readonly string[];
  /** Text for a skipped question, and for a photo. */
  readonly none: string;
  readonly photo: string;
  /** Words for an answer that the form gave. */
  readonly sources: Readonly<Record<Source, string>>;
}

/** Lists questions and answers, in the order and the language of the pages. */
export function copyOf(view: View, reading: Reading, head: CopyHead): string {
  const blocks: string[] = [[head.title, ...head.lines].join('\n')];
  for (const page of pagesOf(piecesOf(view.model), view)) {
    if (page.isText) continue;
    const over = page.section ?? page.heading,
      title = over && !over.isQuestion ? heard(textOf(over.item, reading)) : '';
    const answers = placesOf(page.rows)
      .filter((place) => place.node.isQuestion)
      .map((place) => {
        const said = answersAt(view.state, place).map((value) =>
          answerText(place.node, value, reading, head.photo).text.replace(/\u00AD/g, ''),
        );
        const source = sourceAt(view.model, view.state, place, false);
        return [
          heard(textOf(place.node.item, reading)),
          `  ${said.length > 0 ? said.join(', ') : head.none}`,
          ...(source ? [`  (${head.sources[source]})`] : []),
        ].join('\n');
      });
    blocks.push([...(title === '' ? [] : [title.toUpperCase()]), ...answers].join('\n'));
  }
  return `${blocks.join('\n\n')}\n`;
}
