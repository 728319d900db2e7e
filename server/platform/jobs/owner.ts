// The name of a process in the job table, and the check whether that process still exists.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Id of the machine, as the scope of process ids. The boot id distinguishes two boots and two
 * machines with the same host name; the host name distinguishes containers of one kernel.
 */
function machine(): string {
  let boot = '';
  try {
    boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Exists on Linux only.
  }
  return `${hostname()} ${boot}`;
}

/** Returns a new name for this process: machine, process id and a random part. */
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
 * Checks whether the process of this name has certainly ended. For another machine this is unknown:
 * its leases have to expire.
 * @param self the name of the calling process
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
  // The own process id under another name belonged to an earlier process.
  return typeof pid === 'number' && (pid === process.pid || !isAlive(pid));
}
