// The escrow key's file: written once per practice, to be removed from the machine; deleted when
// the recovery sheet containing it was confirmed.

import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const escrowFile = (data: string, cid: string): string =>
  path.join(data, `escrow-${cid}.pem`);

/** Writes the private half (PEM), readable by the server's user alone; an older file stays. */
export const saveEscrowTo =
  (data: string) =>
  async (cid: string, pem: string): Promise<void> => {
    const file = escrowFile(data, cid);
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
    await chmod(file, 0o600);
  };
