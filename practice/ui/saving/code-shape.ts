// Client check of a typed code's shape: the server reports it by naming its field, and the field
// shows it.

import { CallError } from '../../../shared/base/client.ts';

export const isNoCode = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'validation' && error.fields?.otp !== undefined;
