/** A pattern of rules for notes, with its answers for the note it was asked about last. */
import { parsePattern } from '../../../../shared/analytics/billing/parse-condition.ts';
import { doneIn, type NoteHit } from '../../snapshot/note-reading.ts';
import { requiredWords, type NoteScreen } from './required-words.ts';

/**
 * Rules of one day read the same note, some of them with the same pattern, so that each answer is
 * kept until another note is read.
 */
export class NotePattern {
  private readonly pattern: RegExp;
  private readonly screen: NoteScreen;
  private readonly words: ReturnType<NoteScreen['prepare']> | null;
  private searched: string | undefined;
  private contains = false;
  private read: string | undefined;
  private hit: NoteHit | null = null;

  /** @throws LanguageError for a pattern that the rule language refuses */
  constructor(pattern: string, screen: NoteScreen) {
    this.pattern = parsePattern(pattern);
    this.screen = screen;
    const words = requiredWords(pattern);
    this.words = words && screen.prepare(words);
  }
  /** Checks whether the note contains the words, whatever it states about them. */
  isIn(note: string): boolean {
    if (this.searched !== note) {
      this.searched = note;
      this.contains =
        (this.words === null || this.screen.mayContain(note, this.words)) &&
        this.pattern.test(note);
    }
    return this.contains;
  }
  /** Returns the first words that state that the treatment was done today. */
  doneIn(note: string): NoteHit | null {
    if (!this.isIn(note)) return null;
    if (this.read !== note) {
      this.read = note;
      this.hit = doneIn(note, this.pattern);
    }
    return this.hit;
  }
}
