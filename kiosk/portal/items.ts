// Makes of what was read something that a page shows: a document only shows itself; what is filled in or signed outlives its page.

import type { ShareItemContent } from '../../shared/portal.schema.ts';
import type { OpenItem } from './portal.ts';

/** What is only read. */
export const readItem = (content: ShareItemContent): OpenItem => ({ content, isHanded: () => false, again: () => undefined, cover: () => undefined, flush: () => Promise.resolve() });
