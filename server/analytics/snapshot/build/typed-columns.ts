/** Returns a column of delivered rows with its array type. */
export const i32 = (column: unknown): Int32Array => column as Int32Array;

export const i8 = (column: unknown): Int8Array => column as Int8Array;

export const f64 = (column: unknown): Float64Array => column as Float64Array;

export const zeroForNaN = (column: Float64Array): Float64Array => {
  for (let i = 0; i < column.length; i += 1) if (Number.isNaN(column[i])) column[i] = 0;
  return column;
};
