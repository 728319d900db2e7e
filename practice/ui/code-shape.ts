// A typed code that cannot be one: the server says so by naming its field, and the field says it on.

import { CallError } from '../../shared/base/client.ts';

export const isNoCode = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'validation' && error.fields?.otp !== undefined;
