/** Workload of every candidate: the same signatures, as strokes or as 30 kB, from a seed. */
import type { Ink, InkPoint, SubmitPayload } from '../../shared/papers/signature.ts';
import { toBase64 } from '../../shared/exchange/sealing.ts';

export type Shape = 'equal' | 'strokes';
/** Payload of one document where all candidates carry equal bytes. */
export const EQUAL_BYTES = 30_000;
/** Points of one signature: three seconds of a 120 Hz pen; as plain JSON about `EQUAL_BYTES`. */
const POINTS = 372;

/** Numerical Recipes' generator; the same signatures in each run. */
function dice(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Simulated handwriting: a swinging, trembling pen, lifted twice, in fractional pixels as browsers
 * report them.
 */
function inkOf(seed: number): Ink {
  const roll = dice(seed);
  const strokes: Ink['strokes'] = [];
  let t = 0;
  for (const share of [0.5, 0.3, 0.2]) {
    const points: InkPoint[] = [];
    const [wide, high, phase] = [14 + 8 * roll(), 30 + 40 * roll(), 6 * roll()];
    for (let i = 0; i < POINTS * share; i++) {
      t += 8 + (roll() < 0.33 ? 1 : 0);
      const at = t / 1000;
      points.push({
        x:
          Math.round(
            (60 + strokes.length * 190 + at * 55 + wide * Math.sin(at * 17 + phase) + roll()) *
              1000,
          ) / 1000,
        y:
          Math.round(
            (130 + high * Math.sin(at * 11 + phase) * Math.cos(at * 2.3) + roll()) * 1000,
          ) / 1000,
        t,
        p: Math.round((0.45 + 0.3 * Math.sin(at * 5 + phase) + 0.05 * roll()) * 1023) / 1023,
      });
    }
    t += 180;
    strokes.push({ pointerType: 'pen', points });
  }
  return { width: 800, height: 260, clears: 0, undos: 0, strokes };
}

/** Output of `toData()` of `signature_pad` 5: the natural form of a signature stored as JSON. */
function padData(ink: Ink): object[] {
  return ink.strokes.map((s) => ({
    penColor: 'black',
    dotSize: 0,
    minWidth: 0.5,
    maxWidth: 2.5,
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over',
    points: s.points.map((p) => ({ x: p.x, y: p.y, pressure: p.p, time: 1_795_000_000_000 + p.t })),
  }));
}

/** Returns incompressible text of this many bytes that JSON does not escape. */
export function noise(seed: number, length: number): string {
  const roll = dice(seed);
  const bytes = Uint8Array.from({ length: Math.ceil(length * 0.75) + 3 }, () => roll() * 256);
  return toBase64(bytes).slice(0, length);
}

const hex64 = (seed: number): string =>
  Array.from({ length: 64 }, dice(seed))
    .map((n) => Math.floor(n * 16).toString(16))
    .join('');

/**
 * Returns a whole submission around one signature; the first section's evidence is padded if bytes
 * must be equal.
 */
function submissionOf(seed: number, taskId: string): SubmitPayload {
  return {
    taskId,
    dataSha256: hex64(seed),
    presentedPdfSha256: hex64(seed + 1),
    language: 'de',
    signedAt: 1_795_000_000_000,
    wantsPaperCopy: false,
    signers: [{ role: 'patient', name: 'Anna Beispiel', mark: { how: 'drawn', ink: inkOf(seed) } }],
    declarations: [{ id: 'verstanden', value: true, at: 1_795_000_000_000 }],
    reading: {
      shownAt: 1_794_999_900_000,
      sections: [{ id: 'zweck', firstSeenAt: 1_794_999_900_000, visibleMs: 9000 }],
      reachedEnd: true,
      fontScale: 100,
      openedPdf: false,
      languageSwitches: 0,
      unclear: [],
    },
    device: {
      userAgent: 'bench',
      screen: '1280x800@2',
      standalone: true,
      online: true,
      clockOffsetMs: 0,
      appVersion: '0',
    },
  };
}

/**
 * Returns the payload of one of our ops. For equal bytes: the submission of a document long enough
 * that its reading evidence fills them.
 */
export function payloadOf(
  shape: Shape,
  seed: number,
  taskId: string,
  sizeOf: (payload: object) => number,
): SubmitPayload {
  const payload = submissionOf(seed, taskId);
  if (shape === 'strokes') return payload;
  const section = (id: string) => ({ id, firstSeenAt: 1_794_999_900_000, visibleMs: 9000 });
  const declaration = (id: string) => ({ id, value: true, at: 1_795_000_000_000 });
  const word = noise(seed, EQUAL_BYTES);
  let left = EQUAL_BYTES - sizeOf(payload),
    at = 0;
  const fill = <T>(list: T[], most: number, make: (id: string) => T): void => {
    const bare = JSON.stringify(make('')).length + 1;
    // Our ids have at most 80 characters; the last one takes the remainder.
    for (; list.length < most && left >= bare; at += 80) {
      const id = word.slice(at, at + Math.min(80, left - bare));
      list.push(make(id));
      left -= bare + id.length;
    }
  };
  fill(payload.reading.sections, 200, section);
  fill(payload.declarations, 100, declaration);
  return payload;
}

/**
 * Returns the document of a peer: the signature as its pad returns it, or text of the same size
 * that is cheapest for a peer.
 */
export function documentOf(shape: Shape, seed: number): { signature: object[] | string } {
  return { signature: shape === 'strokes' ? padData(inkOf(seed)) : noise(seed, EQUAL_BYTES) };
}
