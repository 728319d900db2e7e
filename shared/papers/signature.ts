// Handwriting as data: strokes with time and pressure, their compact encoding, the definition of
// ink, and the payload of a signature.

import type { Reading } from './reading.ts';
import type { FormDraft } from '../forms/task/form-task.ts';
import type { SignerRole } from '../desk/mappe.ts';

export type PointerKind = 'pen' | 'touch' | 'mouse';
/** x, y in CSS px of the pad; t in ms since the pad opened; p pressure 0..1. */
export interface InkPoint {
  x: number;
  y: number;
  t: number;
  p: number;
}
export interface Stroke {
  pointerType: PointerKind;
  points: InkPoint[];
}
export interface Ink {
  width: number;
  height: number;
  strokes: Stroke[];
  clears: number;
  undos: number;
}

/** Signing method of one signer. */
export type Mark =
  | { how: 'drawn'; ink: Ink }
  | { how: 'typed'; name: string }
  | { how: 'witnessed'; witness: string; ink: Ink | null };

export interface SignedBy {
  role: SignerRole;
  name: string;
  capacity?: string;
  mark: Mark;
}
export interface DeclarationAnswer {
  id: string;
  value: boolean;
  at: number;
}

/** Payload (schema 1) of `task.submit`; strokes are replaced by blob indexes when framed. */
export interface SubmitPayload {
  taskId: string;
  dataSha256: string;
  presentedPdfSha256: string;
  language: string;
  signedAt: number;
  signers: SignedBy[];
  declarations: DeclarationAnswer[];
  reading: Reading;
  wantsPaperCopy: boolean;
  device: {
    userAgent: string;
    screen: string;
    standalone: boolean;
    online: boolean;
    clockOffsetMs: number;
    appVersion: string;
  };
  /** As received with the task. */
  origin?: string;
}
/** Payload (schema 1) of `task.outcome`. */
export interface OutcomePayload {
  taskId: string;
  outcome: 'talk_pending' | 'question' | 'declined' | 'shown' | 'paper';
  note?: string;
  dataSha256: string;
  reading: Reading;
  declarations: DeclarationAnswer[];
  language: string;
  at: number;
  origin?: string;
}
/** Payload (schema 1) of `task.cancel`. */
export interface CancelPayload {
  taskId: string;
  reason: 'patient' | 'idle' | 'wrong_person' | 'staff' | 'battery';
  page: number;
  at: number;
}
/** Content of a draft between two pages (schema 1). */
export interface DraftPayload {
  page: number;
  declarations: DeclarationAnswer[];
  reading: Reading;
  ink: Ink | null;
  language: string;
  textScale: number;
  isCalm: boolean;
  /**
   * Position inside the task, and the next signer; signers who are done before the last one has
   * signed.
   */
  stage?: string;
  signer?: number;
  marks?: SignedBy[];
  /** Roles of signers who sign the same paper elsewhere or on another day, as entered here. */
  later?: SignerRole[];
  /** Einfache Sprache, where the form has it. */
  isPlain?: boolean;
  /** Staff member who writes down the patient's answers. */
  helper?: string | undefined;
  /** For a questionnaire: all answers so far. */
  form?: FormDraft;
}

/** The smallest extent (px) that distinguishes a line from a dot. */
const DOT = 6;

/**
 * Classifies the content of the pad: only an empty pad, a dot or one tap is rejected; shaky or
 * short ink is accepted (design.md 5).
 */
export function inkVerdict(strokes: readonly Stroke[]): 'ok' | 'empty' | 'dot' {
  const points = strokes.flatMap((s) => s.points);
  if (points.length === 0) return 'empty';
  let length = 0;
  for (const s of strokes)
    for (let i = 1; i < s.points.length; i++) {
      const a = s.points[i - 1]!,
        b = s.points[i]!;
      length += Math.hypot(b.x - a.x, b.y - a.y);
    }
  const w = Math.max(...points.map((p) => p.x)) - Math.min(...points.map((p) => p.x));
  const h = Math.max(...points.map((p) => p.y)) - Math.min(...points.map((p) => p.y));
  return length >= DOT && Math.max(w, h) >= DOT ? 'ok' : 'dot';
}

const KINDS: readonly PointerKind[] = ['pen', 'touch', 'mouse'];
const STEP = 8;

/**
 * Encodes strokes as second-order delta varints (format 1): x, y in 1/8 px, t in ms, pressure in
 * 1/255. A signature of 460 points takes about 2 kB instead of 45 (reference: sync measurements,
 * section 5).
 */
export function encodeStrokes(strokes: readonly Stroke[]): Uint8Array {
  const out: number[] = [1];
  const unsigned = (n: number): void => {
    let v = n;
    while (v >= 128) {
      out.push((v % 128) + 128);
      v = Math.floor(v / 128);
    }
    out.push(v);
  };
  const signed = (n: number): void => unsigned(n < 0 ? -2 * n - 1 : 2 * n);
  unsigned(strokes.length);
  for (const s of strokes) {
    unsigned(KINDS.indexOf(s.pointerType));
    unsigned(s.points.length);
    const last = [0, 0, 0, 0],
      speed = [0, 0, 0, 0];
    for (const p of s.points) {
      const now = [
        Math.round(p.x * STEP),
        Math.round(p.y * STEP),
        Math.round(p.t),
        Math.round(p.p * 255),
      ];
      now.forEach((v, i) => {
        const d = v - last[i]!;
        signed(d - speed[i]!);
        speed[i] = d;
        last[i] = v;
      });
    }
  }
  return Uint8Array.from(out);
}

/** Reverses `encodeStrokes`; throws RangeError on truncated or foreign bytes. */
export function decodeStrokes(bytes: Uint8Array): Stroke[] {
  let at = 0;
  const byte = (): number => {
    const b = bytes[at++];
    if (b === undefined) throw new RangeError('bad stroke');
    return b;
  };
  const unsigned = (): number => {
    let v = 0,
      f = 1;
    for (let i = 0; i < 8; i++) {
      const b = byte();
      v += (b & 127) * f;
      if (b < 128) return v;
      f *= 128;
    }
    throw new RangeError('bad stroke');
  };
  const signed = (): number => {
    const v = unsigned();
    return v % 2 ? -(v + 1) / 2 : v / 2;
  };
  if (byte() !== 1) throw new RangeError('bad stroke');
  const count = unsigned();
  if (count > 10_000) throw new RangeError('bad stroke');
  const strokes: Stroke[] = [];
  for (let s = 0; s < count; s++) {
    const pointerType = KINDS[unsigned()];
    const n = unsigned();
    if (!pointerType || n > bytes.length) throw new RangeError('bad stroke');
    const last = [0, 0, 0, 0],
      speed = [0, 0, 0, 0];
    const points: InkPoint[] = [];
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 4; k++) {
        speed[k] = speed[k]! + signed();
        last[k] = last[k]! + speed[k]!;
      }
      points.push({ x: last[0]! / STEP, y: last[1]! / STEP, t: last[2]!, p: last[3]! / 255 });
    }
    strokes.push({ pointerType, points });
  }
  return strokes;
}
