// The status poll: another build on the server means a reload, when the machine allows it (U4).

import type { Call } from '../../shared/base/client.ts';
import type { Clock } from '../../shared/base/ports.ts';
import { STATUS_POLL_MS } from '../../shared/desk/tablet.ts';

export interface Status {
  version: string;
  build: string;
  environment: string;
}

const isStatus = (v: unknown): v is Status =>
  typeof v === 'object' && v !== null && 'version' in v && 'build' in v && 'environment' in v;

/**
 * Polls every 300 000 ms; calls `onAnswer` for each response, `onChange` each time it differs from
 * the first one. Returns a stop function.
 */
export function pollStatus(deps: {
  call: Call;
  clock: Clock;
  onChange: () => void;
  onAnswer?: (status: Status) => void;
}): () => void {
  let first: string | null = null;
  let cancel: () => void = () => undefined;
  let isStopped = false;
  const look = (): void => {
    deps
      .call<unknown>('/ui/status', { timeout: 15_000, isNoCache: true })
      .then((answer) => {
        if (!isStatus(answer)) return;
        deps.onAnswer?.(answer);
        const now = JSON.stringify([answer.version, answer.build, answer.environment]);
        if (first === null) first = now;
        else if (first !== now) deps.onChange();
      })
      .catch(() => undefined)
      .finally(() => {
        if (!isStopped) cancel = deps.clock.after(STATUS_POLL_MS, look);
      });
  };
  look();
  return () => {
    isStopped = true;
    cancel();
  };
}
