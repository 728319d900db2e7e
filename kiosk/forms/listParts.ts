/** Access to the parts of a re-visit, where the app passed them. */
import { createContext } from 'react';
import type { LIST } from './noted/list.ts';

export type ListParts = typeof LIST;
export const ListContext = createContext<ListParts | undefined>(undefined);
