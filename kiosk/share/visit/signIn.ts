/** Sign-in to a share: the link, the person, the second step, and a new link or access code. */

import { CallError } from '../../../shared/base/client.ts';
import type { PortalStep } from '../../../shared/exchange/share.schema.ts';
import type { ShareCalls } from '../../sync/share-calls.ts';
import { codeOf, type Session } from './session.ts';
import type { Problem, ShareVisitDeps, SignIn } from './shareState.ts';

/** Returns the fault of a new access code; `undefined` for any other error. */
const faultOf = (error: unknown): Problem | undefined => {
  const found =
    error instanceof CallError && error.code === 'validation' ? error.fields?.code : undefined;
  return found === 'short' || found === 'long' || found === 'easy' ? found : undefined;
};

/**
 * Creates the steps of sign-in.
 * @param letIn called once the server let the person in
 */
export function createSignIn(
  session: Session,
  { place, proofOf, remember }: Pick<ShareVisitDeps, 'place' | 'proofOf' | 'remember'>,
  letIn: (from: ShareCalls) => Promise<void>,
): SignIn {
  const { put, act } = session;
  const stepped = async (step: PortalStep, from: ShareCalls): Promise<void> => {
    if (step.next !== 'open') {
      put({ screen: 'code', step, triesLeft: null });
      return;
    }
    put({ step });
    await letIn(from);
  };
  const start = async (): Promise<void> => {
    if (place.kind === 'share' && session.address() === place.address) {
      const calls = session.use(await remember(place.address));
      put({ canAsk: calls.knowsPractice() });
    }
    const known = await session
      .calls()
      ?.status()
      .catch(() => undefined);
    if (known) put({ praxis: known });
  };
  const reset = async (from: ShareCalls, secret: string, code: string): Promise<void> => {
    try {
      await from.reset(secret, code);
      put({ screen: 'resetDone' });
    } catch (error) {
      const problem = faultOf(error);
      if (problem !== undefined) put({ problem });
      else if (['link_invalid', 'not_found', 'share_unknown'].includes(codeOf(error)))
        put({ screen: 'resetOver' });
      else throw error;
    }
  };
  return {
    start,
    async enter(typed) {
      const calls = session.use(await remember(typed));
      put({ screen: 'login', problem: null, canAsk: calls.knowsPractice() });
      await start();
    },
    login: (firstName, birth) =>
      act(async (from) => {
        const address = session.address(),
          proof = address && (await proofOf(address));
        await stepped(
          await from.login({
            firstName: firstName.trim(),
            birth: { day: Number(birth.day), month: Number(birth.month), year: Number(birth.year) },
            ...(proof !== undefined && { proof }),
          }),
          from,
        );
      }),
    requestCode: () =>
      act(async (from) => {
        await from.requestCode();
        put({ isCodeSent: true });
      }),
    secondStep: (code) =>
      act(async (from) => {
        await stepped(await from.secondStep(code), from);
      }),
    relogin: () => put({ screen: 'login', step: null, problem: null, isCodeSent: false }),
    renew: () =>
      act(async (from) => {
        await from.renew();
        put({ screen: 'asked' });
      }),
    async reset(code) {
      if (place.kind !== 'reset') return;
      const { secret } = place;
      await act((from) => reset(from, secret, code));
    },
  };
}
