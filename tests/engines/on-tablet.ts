/** A patient and staff at a tablet of any engine. */
import type { Story } from '../support/stories/story.ts';
import type { Cable } from './cable.ts';
import { seen, words, type Visitor } from './visitor.ts';

/** Registers the browser as a tablet of the practice. @returns the tablet's id */
export async function register(
  visitor: Visitor,
  { story, cable }: { story: Story; cable: Cable },
  name: string,
): Promise<string> {
  await visitor.engine.goto(`${cable.url}/`);
  return story.calls.register(
    {
      async typeCode(code) {
        const [first = '', second = ''] = code.split('-');
        await visitor.fill('Teil 1 von 2', first);
        await visitor.fill('Teil 2 von 2', second);
        await visitor.press('Tablet anmelden');
      },
      async number() {
        return /\d{4}/.exec(await visitor.read(words(/^\d{4}$/)))?.[0] ?? '';
      },
      async atHome(called) {
        await visitor.heading('Guten Tag');
        await visitor.sees(words(called));
      },
    },
    name,
  );
}

/** Opens the waiting papers. @param birthDate YYYY-MM-DD, entered on the number pad */
export async function begin(visitor: Visitor, birthDate: string): Promise<void> {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  await visitor.press('Beginnen');
  await visitor.heading('Bitte geben Sie Ihr Geburtsdatum ein.');
  await visitor.tap(seen('textbox', 'Tag'));
  for (const digit of `${day}${month}${year}`)
    await visitor.tap(seen('button', digit, seen('group', 'Ziffern')));
  await visitor.press('Weiter');
}

/** Reads a consent to its end and answers its declarations. */
export async function readAndDeclare(
  visitor: Visitor,
  answers: readonly ('Ja' | 'Nein')[],
): Promise<void> {
  await visitor.pressUntil('Weiterlesen', seen('button', 'Keine Fragen mehr'));
  await visitor.press('Keine Fragen mehr');
  for (const [at, answer] of answers.entries()) {
    await visitor.sees(words(`Erklärung ${at + 1} von ${answers.length}`));
    await visitor.press(answer);
  }
}

/** Signs and submits. */
export async function sign(visitor: Visitor): Promise<void> {
  await visitor.draw();
  await visitor.press('Unterschrift abgeben');
}

/** Answers the required questions of the form for pain. */
export async function answerPain(visitor: Visitor): Promise<void> {
  await visitor.heading('Ihre Schmerzen');
  await visitor.press('Weiter');
  await visitor.choose(/^Fällt es Ihnen schwer/, 'Nein');
  await visitor.press('Weiter');
  await visitor.choose(/^Haben oder hatten Sie/, /^Nichts davon trifft zu/, 'checkbox');
  await visitor.press('Weiter');
  await visitor.choose(/^Sind Sie gegen etwas davon/, /^Penicillin/, 'checkbox');
  await visitor.choose(/^Ging es Ihnen nach/, 'Nein');
  await visitor.press('Weiter');
  // What happens on contact is asked once; then the person may go on without an answer.
  await visitor.sees(words(/^Diese Frage ist noch offen/));
  await visitor.press('Weiter');
  await visitor.choose(/^Nehmen Sie regelmäßig/, 'Nein');
  await visitor.choose(/^Nehmen Sie Medikamente, die das Blut/, 'Nein');
  await visitor.choose(/^Haben Sie schon einmal Mittel gegen/, 'Nein');
  await visitor.press('Weiter');
  await visitor.choose(/^Sind Sie schwanger/, /^Nichts davon trifft zu/, 'checkbox');
  await visitor.press('Weiter');
  await visitor.heading('Möchten Sie uns noch etwas sagen?');
  await visitor.press('Weiter');
  await visitor.heading('Stimmt alles?');
}
