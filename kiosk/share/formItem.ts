// A questionnaire of a share: filled in, stored and sent as at home, for a person already known.

import type { HomeAnswers, HomeForm } from '../../shared/forms/task/home.schema.ts';
import type { ShareItemContent } from '../../shared/exchange/share.schema.ts';
import type { Clock, Random } from '../../shared/base/ports.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import type { Cabinet } from '../home/cabinet.ts';
import { createKeeper } from '../home/keeper.ts';
import { createVisit } from '../home/visit/visit.ts';
import type { Visit } from '../home/visit/visitState.ts';
import type { ShareCalls } from '../sync/share-calls.ts';
import { partsFromIso } from '../ui/fields/dateParts.ts';
import type { OpenItem, Practice } from './openItem.ts';
import { meant } from './refusal.ts';

export type FormContent = Extract<ShareItemContent, { kind: 'questionnaire' }>;
export interface FormItem extends OpenItem {
  readonly kind: 'form';
  readonly content: FormContent;
  readonly visit: Visit;
}

export interface FormItemDeps {
  calls: Pick<ShareCalls, 'fill'>;
  cabinet: Cabinet | null;
  subtle: SubtleCrypto | undefined;
  clock: Clock;
  random: Random;
  isOnline: () => boolean;
  praxis: Practice | null;
  /** The server requires sign-in again. */
  onOver: () => void;
}

/** Returns the row id of a form, hashed: a usable link cannot be read from the device. */
export const formRowOf = (shareId: string, itemId: string): Promise<string> =>
  sha256Hex(`portal|form|${shareId}|${itemId}`);

const linkOf = (
  { key, sha256, title, minutes, language, questionnaire }: FormContent,
  praxis: Practice | null,
): HomeForm => ({
  praxis: praxis ?? { name: '', anschrift: '', telefon: '', mail: '' },
  form: {
    key,
    sha256,
    title: { [language]: title, de: title },
    languages: [...new Set(['de', language])],
    minutes,
    language,
    expiresAt: null,
    isOnce: true,
    questionnaire,
  },
});

/** Opens it where it was left, or sends a submission that has not arrived. */
export async function openForm(
  content: FormContent,
  shareId: string,
  deps: FormItemDeps,
): Promise<FormItem> {
  const { calls, cabinet, subtle, clock, random, isOnline, praxis, onOver } = deps,
    id = await formRowOf(shareId, content.id);
  const { person } = content,
    known = {
      firstName: person.firstName,
      lastName: person.lastName,
      birth: partsFromIso(person.geburtsdatum),
    };
  const visit = createVisit({
    calls: {
      read: () => Promise.resolve(linkOf(content, praxis)),
      async handIn({ person: _person, confirmed: _confirmed, ...answers }: HomeAnswers, onPhotos) {
        try {
          await calls.fill(content.id, answers, onPhotos);
        } catch (error) {
          throw meant(error, onOver);
        }
      },
    },
    clock,
    random,
    isOnline,
    browser: [],
    parameters: {},
    keeperOf: (on) => createKeeper({ cabinet, subtle, id, clock, ...on }),
  });
  const begin = async (): Promise<void> => {
    await visit.begin();
    visit.type(known, true);
    await visit.toForm();
  };
  await visit.start();
  if (visit.get().screen !== 'handing') {
    if (visit.get().found.kind === 'kept') await visit.resume();
    // The person was identified at sign-in.
    if (visit.get().screen === 'lock') await visit.unlock(person.geburtsdatum);
    if (visit.get().screen !== 'form' && visit.get().screen !== 'handing') await begin();
  } else if (visit.get().copy === null) {
    visit.show();
    await visit.unlock(person.geburtsdatum);
  }
  return {
    kind: 'form',
    content,
    visit,
    isHanded: () => visit.get().screen === 'handing' && visit.get().sending?.kind !== 'refused',
    again: () => visit.again(),
    cover: () => visit.lock(),
    flush: () => visit.flush(),
    remove: () => visit.remove(),
  };
}
