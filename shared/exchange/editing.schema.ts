// Schemas of the word that an editor has a draft open.

import { z } from 'zod';
import { DRAFT_KINDS } from './editing.ts';

export const editingSchema = z
  .strictObject({
    draft: z.strictObject({ kind: z.enum(DRAFT_KINDS), id: z.string().min(1).max(120) }),
    /** Made by the window; unique for its user. */
    windowId: z.uuid(),
    isOpen: z.boolean(),
  })
  .meta({ id: 'Editing' });
export const draftWindowsSchema = z
  .strictObject({
    windows: z.array(
      z.strictObject({ windowId: z.string(), userId: z.string(), name: z.string() }),
    ),
  })
  .meta({ id: 'DraftWindows' });
export type DraftWindows = z.output<typeof draftWindowsSchema>;
