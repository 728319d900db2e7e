/** Reads requests in the form that the payment provider's library sends, and its errors. */

export type Input = { [key: string]: string | Input | Input[] | string[] };

/** An error in the provider's shape. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}
interface ErrorBody {
  type: 'invalid_request_error' | 'api_error' | 'idempotency_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
}

/** Builds the error of a wrong request. */
export const wrong = (message: string, code?: string, param?: string, status = 400): ApiError =>
  new ApiError(status, {
    type: 'invalid_request_error',
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  });
export const missing = (what: string, id: string): ApiError =>
  wrong(`No such ${what}: '${id}'`, 'resource_missing', 'id', 404);

/** Puts `a[b][0]=c` in place; numbered keys become arrays. */
export function readForm(text: string): Input {
  const root: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const parts = key.replace(/\]/g, '').split('[');
    let at = root;
    parts.forEach((part, n) => {
      if (n === parts.length - 1) at[part === '' ? String(Object.keys(at).length) : part] = value;
      else at = (at[part] ??= {}) as Record<string, unknown>;
    });
  }
  return arrays(root) as Input;
}

function arrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, arrays(one)] as const);
  return entries.length > 0 && entries.every(([key], n) => key === String(n))
    ? entries.map(([, one]) => one)
    : Object.fromEntries(entries);
}

export const textOf = (input: Input, key: string): string | undefined => {
  const value = input[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
/** @throws ApiError when the key is absent */
export function needText(input: Input, key: string): string {
  const value = textOf(input, key);
  if (value === undefined) throw wrong(`Missing required param: ${key}.`, 'parameter_missing', key);
  return value;
}
/** @throws ApiError when the value is no whole number */
export function numberOf(input: Input, key: string): number | undefined {
  const value = textOf(input, key);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw wrong(`Invalid integer: ${value}`, 'parameter_invalid_integer', key);
  return Number(value);
}
export const flagOf = (input: Input, key: string): boolean | undefined =>
  input[key] === undefined ? undefined : input[key] === 'true';
export const partOf = (input: Input, key: string): Input => {
  const value = input[key];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
};
export const partsOf = (input: Input, key: string): Input[] => {
  const value = input[key];
  return Array.isArray(value) ? value.filter((one): one is Input => typeof one === 'object') : [];
};
export const wordsOf = (input: Input, key: string): string[] => {
  const value = input[key];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
};
/** Reads metadata: text by key. */
export const metadataOf = (input: Input): Record<string, string> =>
  Object.fromEntries(
    Object.entries(partOf(input, 'metadata')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
