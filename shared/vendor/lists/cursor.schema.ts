// The cursor of the vendor's lists on the wire: a place in a list, as answered with the page before.

import { z } from 'zod';

/** Long enough for the longest name of a practice in any letters. */
const MOST = 2000;
export const cursorSchema = z
  .string()
  .max(MOST)
  .regex(/^[\w-]+$/);
