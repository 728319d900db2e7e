// The folder of a server's key for its relay.

import path from 'node:path';

/** Returns the folder inside of the data folder. */
export const relayFolderOf = (data: string): string => path.join(data, 'relay');
