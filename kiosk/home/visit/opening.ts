/** Opening a link: its form, a new draft, or the one stored on this device. */

import { CallError } from '../../../shared/base/client.ts';
import { resolveLanguage } from '../../../shared/base/languages.ts';
import { EMPTY_DATE } from '../../ui/fields/dateParts.ts';
import type { BegunForm, HomeDraft, Person } from '../draft.ts';
import type { Found } from '../keeper.ts';
import type { VisitCore } from './visitCore.ts';
import type { Opening, VisitDeps, VisitState } from './visitState.ts';

const EMPTY_PERSON: Person = { firstName: '', lastName: '', birth: EMPTY_DATE };

const begunOf = (link: NonNullable<VisitState['link']>): BegunForm | null =>
  link.questionnaire
    ? { key: link.key, sha256: link.sha256, questionnaire: link.questionnaire }
    : null;

const isWrongLink = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'not_found' || error.code === 'validation' || error.code === 'link_invalid');

const emptyDraft = (
  id: string,
  { language, textScale, isPlain }: VisitState,
  parameters: VisitDeps['parameters'],
): HomeDraft => ({
  id,
  language,
  textScale,
  isPlain,
  person: EMPTY_PERSON,
  isConfirmed: false,
  asked: [],
  parameters,
  state: null,
  page: 0,
  handed: null,
});

type Deps = Pick<VisitDeps, 'calls' | 'random' | 'browser' | 'parameters'>;

async function readLink({ put }: VisitCore, { calls }: Deps, language: string): Promise<void> {
  const answer = await calls.read(language);
  put({ praxis: answer.praxis, link: answer.form });
}

/**
 * Opens submitted answers that have not arrived.
 * @returns false if there are none
 */
async function openHanded(core: VisitCore, found: Found): Promise<boolean> {
  if (found.kind !== 'kept' || !found.isHandedIn) return false;
  const { keeper, flags, put } = core,
    kept = await keeper.open();
  if (!kept?.draft.handed) return false;
  core.opened(kept);
  flags.isSure = !found.isLocked && found.misses === 0;
  put({ misses: found.misses, ...(flags.isSure && { copy: kept.draft.handed.copy }) });
  return true;
}

async function start(core: VisitCore, deps: Deps): Promise<void> {
  const { get, put } = core;
  put({ screen: 'loading' });
  const found = await core.keeper.look().catch((): Found => ({ kind: 'none' }));
  put({ found });
  if (await openHanded(core, found)) {
    // Sent first; the texts of the form are not needed for that.
    readLink(core, deps, get().language).catch(() => undefined);
    core.send();
    return;
  }
  try {
    await readLink(core, deps, get().language);
  } catch (error) {
    put({ screen: isWrongLink(error) ? 'gone' : 'failed' });
    return;
  }
  const { link } = get();
  if (!link) {
    put({ screen: 'gone' });
    return;
  }
  // An invitation has the language it was created in; an open link uses the reader's.
  const language = resolveLanguage({
    practice: link.isOnce ? link.language : null,
    browser: [...deps.browser, link.language],
    available: link.languages,
  });
  if (language !== get().language) {
    await readLink(core, deps, language).catch(() => undefined);
    put({ language });
  }
  put({ screen: found.kind === 'shut' ? 'shut' : 'start' });
}

async function resume(core: VisitCore): Promise<void> {
  const { get, put, keeper, flags } = core;
  // Still here from before going back to the start.
  if (get().draft) {
    put({ screen: flags.isBegun ? 'form' : 'person' });
    return;
  }
  const found = await keeper.look();
  if (found.kind !== 'kept') {
    put({ screen: found.kind === 'shut' ? 'shut' : 'start', found });
    return;
  }
  const kept = await keeper.open();
  if (!kept) {
    put({ screen: 'shut', found });
    return;
  }
  if (found.isLocked || found.misses > 0) {
    const { language, textScale, isPlain } = kept.draft;
    put({ screen: 'lock', misses: found.misses, found, language, textScale, isPlain });
    return;
  }
  core.opened(kept);
  put({ screen: 'form' });
}

/** Creates the steps before a draft is open. */
export function createOpening(core: VisitCore, deps: Deps): Opening {
  const { get, put, keeper, flags } = core;
  return {
    start: () => start(core, deps),
    async speak(language) {
      put({ isLanguageMissing: false });
      try {
        await readLink(core, deps, language);
      } catch {
        put({ isLanguageMissing: true });
        return;
      }
      const { link, form } = get(),
        fresh = link && begunOf(link);
      // The same version in another language; a newer one does not replace a form being answered.
      if (form && fresh && fresh.key === form.key && fresh.sha256 === form.sha256)
        put({ form: fresh });
      put({ language });
      core.edit({ language }, flags.isBegun);
    },
    async begin() {
      await keeper.remove().catch(() => undefined);
      flags.isBegun = false;
      flags.isSure = true;
      const { link } = get(),
        form = link && begunOf(link);
      if (!form) {
        put({ screen: 'failed' });
        return;
      }
      put({
        screen: 'person',
        form,
        found: { kind: 'none' },
        misses: 0,
        sending: null,
        copy: null,
        draft: emptyDraft(deps.random.id(), get(), deps.parameters),
      });
    },
    resume: () => resume(core),
  };
}
