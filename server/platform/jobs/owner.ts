// The name of a process in the job table, and whether the process of a name still exists.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The machine, as far as process ids mean something on it. The boot id tells two boots apart and
 * two machines of one host name; the host name tells containers of one kernel apart.
 */
function machine(): string {
  let boot = '';
  try {
    boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Only Linux has one.
  }
  return `${hostname()} ${boot}`;
}

/** A new name for this process: machine, process id and a random part. */
export const newOwner = (): string => JSON.stringify([machine(), process.pid, randomUUID()]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Whether the process of this name has ended for certain. Of another machine nobody here can say:
 * its leases have to run out.
 * @param self the name of the asking process
 */
export function isOwnerGone(owner: string, self: string): boolean {
  if (owner === self) return false;
  let parts: unknown;
  try {
    parts = JSON.parse(owner);
  } catch {
    return false;
  }
  if (!Array.isArray(parts) || parts[0] !== machine()) return false;
  const pid: unknown = parts[1];
  // Our own process id under another name belonged to a process before this one.
  return typeof pid === 'number' && (pid === process.pid || !isAlive(pid));
}
