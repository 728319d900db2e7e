// Test fixture of a person's own phone in a share: a disk, a manual clock, a scripted server.

import { openCabinet, type Cabinet } from '../home/cabinet.ts';
import { handClock } from '../home/home.testing.ts';
import { contentsOf, ITEM, itemDeps, PRACTICE, SHARE } from './share.testing.ts';

const seen = (value: unknown): string =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('latin1')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, one]) => `${name}=${seen(one)}`)
          .join(';')
      : String(value);

let shares = 0;

/** Opens a phone with an empty disk, at a new share. */
export async function openPhone() {
  const cabinet = await openCabinet(indexedDB, crypto.subtle);
  if (!cabinet) throw new Error('no database');
  for (const { id } of await cabinet.all()) await cabinet.change(id, () => undefined);
  const clock = handClock();
  const phone = {
    cabinet,
    clock,
    share: `${SHARE.slice(0, -2)}${String(++shares).padStart(2, '0')}`,
    /** How often sign-in was required again. */
    over: 0,
    /** Submissions received by the server, and its scripted response. */
    taken: [] as { id: string }[],
    answer: (): Promise<void> => Promise.resolve(),
    missing: [] as string[],
    deps: () => ({
      ...itemDeps(cabinet, clock),
      praxis: PRACTICE,
      onOver: () => {
        phone.over += 1;
      },
      calls: {
        fill: (_: string, answers: { id: string }) => {
          phone.taken.push(answers);
          return phone.answer();
        },
        sign: (_: string, signature: { id: string }) => {
          phone.taken.push(signature);
          return phone.answer().then(() => phone.missing);
        },
        say: (_: string, said: { id: string }) => {
          phone.taken.push(said);
          return phone.answer();
        },
      },
    }),
  };
  return phone;
}
export type SharePhone = Awaited<ReturnType<typeof openPhone>>;

/** Everything on a disk, as readable text. */
export const onDisk = async (cabinet: Cabinet): Promise<string> =>
  (await cabinet.all()).map(seen).join('\n');

/** A share of a form and a document to sign. */
export const formAndSignature = (isDone = false) =>
  contentsOf({
    items: [
      {
        id: ITEM.form,
        kind: 'questionnaire',
        title: 'Fragen',
        minutes: 3,
        languages: ['de'],
        isDone,
      },
      {
        id: ITEM.sign,
        kind: 'sign',
        title: 'Narkose',
        isDone,
        said: null,
        signer: { role: 'parent2', name: 'Mehmet Yılmaz' },
        waitsFor: [],
      },
    ],
  });
