/** A picture in JPEG 2000 that OpenJPEG made: 64 by 48, its left half red, its right half blue. */
import { streamOf } from './hostile-pdf.ts';

const PICTURE = Buffer.from(
  [
    'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAMAAAAEAAAwcHAAAAAAAP',
    'Y29scgEAAAAAABAAAAFvanAyY/9P/1EALwAAAAAAQAAAADAAAAAAAAAAAAAAAEAAAAAwAAAAAAAAAAAAAwcBAQcB',
    'AQcBAf9SAAwAAAABAQIEBAAB/1wACkBASEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIu',
    'NS4w/5AACgAAAAAA8QAB/5PPtFwRUFSvuYuaIAAAAAAMJCX1dQAAAwkJf9+B0Du5DyvaW+EhLSRyw2GYJfL0R+uf',
    '5mf5oAeN4+gLzobEAAGEhL3vkAAt3wKcAMlMU4AyZyaPgE/j7H/fgdAUAFsZCq6sskq7wnAzYK/HU+8JwM2EAB/7',
    'XsQ+XfjkBEcY/Rr+AT+PqzwQK2AP/LAI/2WARR8wbBJ/gMfaIgA18j/j4NynmarYWRwGwpaQa8faKAA2nkHj4NyN',
    'j6C8+CXRizCi2XtUNYDH2hgAXvrFPzqtt4wAAMJBx9oYAF+mxz86rbeMAADCQf/Z',
  ].join(''),
  'base64',
);
const RED = [200, 16, 16],
  BLUE = [16, 16, 200];

/** Returns it as an object of a PDF; its colours are in its own data. */
export const jpeg2000 = (): Buffer =>
  streamOf('/Type/XObject/Subtype/Image/Width 64/Height 48/Filter/JPXDecode', PICTURE);

/** Checks the colours of a point of its left and of its right half, which is lossless. */
export const isPictureOf = (left: readonly number[], right: readonly number[]): boolean =>
  [RED, BLUE].every((colour, half) =>
    colour.every((value, i) => Math.abs(value - ([left, right][half]?.[i] ?? -1)) < 12),
  );
