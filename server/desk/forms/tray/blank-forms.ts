// The blank forms of a practice: which ones its tablets cache, in which languages, and their texts.

import { createHash } from 'node:crypto';
import { BLANK_CHARS, MOST_BLANKS, type BlankRef } from '../../../../shared/forms/task/blank.ts';
import { translationOf } from '../../../../shared/forms/questionnaire/fhir.ts';
import { refOf, type FormEntry, type FormLibrary } from '../answers/library.ts';

/** Settings of the practice. */
export interface BlankWishes {
  readonly forms: readonly string[];
  readonly languages: readonly string[];
}
interface Made {
  readonly ref: BlankRef;
  readonly text: string;
}

/** Cached by form and languages: tablets ask every few minutes, and a text is large. */
const made = new Map<string, Made>();
const MOST_KEPT = 60;

async function make(
  library: FormLibrary,
  { key }: FormEntry,
  languages: readonly string[],
): Promise<Made | undefined> {
  const form = await library.find(key);
  if (!form) return undefined;
  const { asksHealth: _, ...ref } = refOf(form, languages),
    name = [key, ref.sha256, ...ref.languages].join(' '),
    known = made.get(name);
  if (known) return known;
  const questionnaire = await form.inLanguages(ref.languages),
    text = JSON.stringify(questionnaire);
  const words = ref.languages.flatMap((one) => {
    const said = translationOf(questionnaire._title, one);
    return said === undefined ? [] : [[one, said] as const];
  });
  const one: Made = {
    text,
    ref: {
      ...ref,
      title: { ...ref.title, ...Object.fromEntries(words) },
      textSha256: createHash('sha256').update(text).digest('hex'),
      chars: text.length,
    },
  };
  if (made.size >= MOST_KEPT) made.clear();
  made.set(name, one);
  return one;
}

/** Returns the forms in the order of the practice, limited to what a tablet can store. */
async function blanks(library: FormLibrary, wishes: BlankWishes): Promise<Made[]> {
  const inUse = await library.inUse(),
    list: Made[] = [];
  let room = BLANK_CHARS;
  for (const id of wishes.forms.slice(0, MOST_BLANKS)) {
    const entry = inUse.find((one) => one.id === id),
      one = entry && (await make(library, entry, wishes.languages));
    if (!one || one.text.length > room) continue;
    room -= one.text.length;
    list.push(one);
  }
  return list;
}

export const listBlanks = async (library: FormLibrary, wishes: BlankWishes): Promise<BlankRef[]> =>
  (await blanks(library, wishes)).map(({ ref }) => ref);
/** Returns the text of one form by its key. */
export const findBlank = async (
  library: FormLibrary,
  wishes: BlankWishes,
  key: string,
): Promise<string | undefined> =>
  (await blanks(library, wishes)).find(({ ref }) => ref.key === key)?.text;
