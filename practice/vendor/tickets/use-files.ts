// Files that go with a message: chosen before it is sent, uploaded after the text was stored.

import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { CallError } from '../../../shared/base/client.ts';
import { TICKET_FILES } from '../../../shared/vendor/tickets.ts';

export interface ChosenFile {
  id: string;
  file: File;
}
export interface ChosenFiles {
  files: readonly ChosenFile[];
  /** The sender confirms that no file shows a patient. */
  isConfirmed: boolean;
  /** Files are chosen and not confirmed. */
  lacksWord: boolean;
  confirm: (isConfirmed: boolean) => void;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  clear: () => void;
  /** Uploads every file; a repeat stores none twice. */
  send: (post: (one: ChosenFile) => Promise<unknown>) => Promise<void>;
}

export function useFiles(): ChosenFiles {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]),
    [isConfirmed, confirm] = useState(false);
  return {
    files,
    isConfirmed,
    lacksWord: files.length > 0 && !isConfirmed,
    confirm,
    add: (more) =>
      setFiles((all) =>
        [...all, ...more.map((file) => ({ id: uuidv7(), file }))].slice(0, TICKET_FILES.entry),
      ),
    remove: (id) => setFiles((all) => all.filter((one) => one.id !== id)),
    clear: () => {
      setFiles([]);
      confirm(false);
    },
    async send(post) {
      for (const one of files) {
        if (one.file.size > TICKET_FILES.bytes) throw new CallError(413, 'too_large', 'too large');
        await post(one);
      }
    },
  };
}
