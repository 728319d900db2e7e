// Registration of this browser as a tablet: code → number on both screens → confirmed by staff (R1,
// X5, X6).

import { CallError, type AuthState, type Call } from '../../shared/base/client.ts';
import { sleep, type Clock } from '../../shared/base/ports.ts';
import type { ConfigBody } from '../../shared/exchange/sync.ts';
import type { Gate, GateException } from '../../shared/desk/tablet.ts';
import { ours } from './ours.ts';

interface Confirmation {
  tabletId: string;
  cid: string;
  r4cUuid: string;
  tabletToken: string;
  config: ConfigBody;
  exceptions: GateException[];
}
export type RegistrationEnd =
  | { how: 'confirmed'; answer: Confirmation }
  | { how: 'invalid' | 'failed' | 'refused' | 'offline' | 'insecure' | 'rate' | 'expired' };
export interface RegistrationDeps {
  call: Call;
  clock: Clock;
  setAuth: (change: Partial<AuthState>) => void;
  keys: () => Promise<{ signKey: JsonWebKey; sealKey: JsonWebKey }>;
  gate: () => Promise<Gate>;
  userAgent: string;
  onNumber: (number: string) => void;
}

const POLL_MS = 2_000;
const CALL_MS = 15_000;

function endOf(error: unknown): RegistrationEnd {
  if (!(error instanceof CallError)) return { how: 'failed' };
  if (
    error.code === 'registration_invalid' ||
    error.code === 'not_found' ||
    error.code === 'validation'
  )
    return { how: 'invalid' };
  if (error.code === 'rate_limited') return { how: 'rate' };
  if (error.code === 'https_required') return { how: 'insecure' };
  return { how: error.status === 0 || error.status >= 500 ? 'offline' : 'failed' };
}

/**
 * Runs one registration until staff decided, the code expired or `signal` aborts. Polls twice a
 * minute thirty times; a lost response is retried.
 */
export async function register(
  code: string,
  deps: RegistrationDeps,
  signal: AbortSignal,
): Promise<RegistrationEnd> {
  const { call, clock } = deps;
  let expiresAt: number, pendingId: string, pendingSecret: string;
  try {
    const place = ours(
      await call<{ r4chost: string; r4cUuid: string; baseUrl: string }>('/dispatcher/resolve', {
        json: { registrationCode: code },
        timeout: CALL_MS,
        signal,
      }),
      ['r4chost', 'r4cUuid', 'baseUrl'],
    );
    deps.setAuth({
      r4chost: place.baseUrl || place.r4chost,
      r4cUuid: place.r4cUuid,
      authToken: null,
    });
    const pending = ours(
      await call<{ pendingId: string; pendingSecret: string; number: string; expiresAt: number }>(
        '/tablet/registration',
        {
          json: {
            registrationCode: code,
            ...(await deps.keys()),
            gate: await deps.gate(),
            userAgent: deps.userAgent.slice(0, 300),
          },
          isR4c: true,
          timeout: CALL_MS,
          signal,
        },
      ),
      ['pendingId', 'pendingSecret', 'number'],
    );
    ({ pendingId, pendingSecret } = pending);
    // Relative to this moment: the tablet's own clock may be wrong by years.
    expiresAt = clock.mono() + 15 * 60_000;
    deps.onNumber(pending.number);
  } catch (error) {
    return endOf(error);
  }

  while (!signal.aborted && clock.mono() < expiresAt) {
    await sleep(clock, POLL_MS, signal);
    if (signal.aborted) break;
    try {
      const answer = ours(
        await call<
          { state: 'waiting' } | { state: 'refused' } | ({ state: 'confirmed' } & Confirmation)
        >(`/tablet/registration/${encodeURIComponent(pendingId)}`, {
          json: { pendingSecret, gate: await deps.gate() },
          isR4c: true,
          timeout: CALL_MS,
          signal,
        }),
        ['state'],
      );
      if (answer.state === 'refused') return { how: 'refused' };
      if (answer.state === 'confirmed') {
        deps.setAuth({ cid: answer.cid, r4cUuid: answer.r4cUuid });
        return { how: 'confirmed', answer };
      }
    } catch (error) {
      const end = endOf(error);
      if (end.how !== 'offline' && end.how !== 'rate') return { how: 'failed' };
    }
  }
  return { how: 'expired' };
}
