/**
 * The white signing field: our recorder stores the strokes, react-signature-canvas only draws them.
 */
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import SignatureCanvas from 'react-signature-canvas';
import type { Ink, PointerKind } from '../../shared/papers/signature.ts';
import { createRecorder, type Recorder, type Sample } from './recorder.ts';
import { drawnStroke, type DrawnPoint } from './view.ts';
import './pad.css';

/** The token --ink; a canvas cannot read CSS variables. */
const INK = '#111A2E';

export interface SignaturePadHandle {
  undo(): void;
  clear(): void;
}

export interface SignaturePadProps {
  /** Accessible name: the signer of this field. */
  readonly label: string;
  readonly describedBy?: string;
  /** Ink of a draft; read once, on mount. */
  readonly from: Ink | null;
  /** Called after each stroke, undo and clear with the current ink. */
  readonly onInk: (ink: Ink) => void;
  readonly ref?: Ref<SignaturePadHandle>;
}

export function SignaturePad({ label, describedBy, from, onInk, ref }: SignaturePadProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<SignatureCanvas>(null);
  const report = useEffectEvent(onInk);
  const [first] = useState(from);
  const actions = useRef<SignaturePadHandle>({ undo: () => undefined, clear: () => undefined });

  useImperativeHandle(
    ref,
    () => ({ undo: () => actions.current.undo(), clear: () => actions.current.clear() }),
    [],
  );

  useEffect(() => {
    const field = box.current;
    const drawing = canvas.current;
    if (!field || !drawing) return;
    const recorder = createRecorder(
      { width: field.clientWidth, height: field.clientHeight },
      performance.now(),
      first,
    );
    const pen = livePen(drawing.getCanvas());
    const redraw = () => {
      pen.forget();
      draw(drawing, field, recorder);
    };
    const tell = () => report(recorder.ink());
    actions.current = {
      undo: () => {
        recorder.undo();
        redraw();
        tell();
      },
      clear: () => {
        recorder.clear();
        redraw();
        tell();
      },
    };
    const stopInput = listen(field, recorder, {
      onTaken: (samples, isStart) => pen.follow(samples, isStart),
      onLifted: () => {
        // Redraws from the recorded points: with their true times, and without a palm's smear.
        redraw();
        tell();
      },
    });
    const fit = () => {
      recorder.resize(field.clientWidth, field.clientHeight);
      redraw();
    };
    fit();
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit);
    observer?.observe(field);
    // Browsers drop a hidden page's canvas when memory is short; a new pixel density is reported as
    // a resize.
    const again = () => {
      if (document.visibilityState === 'visible') fit();
    };
    window.addEventListener('resize', fit);
    window.addEventListener('pageshow', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      stopInput();
      observer?.disconnect();
      window.removeEventListener('resize', fit);
      window.removeEventListener('pageshow', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [first]);

  return (
    <div
      ref={box}
      className="sig-pad"
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
      dir="ltr"
    >
      <span className="sig-pad__line" aria-hidden="true">
        ✕
      </span>
      <SignatureCanvas
        ref={canvas}
        clearOnResize={false}
        penColor={INK}
        minWidth={1.4}
        maxWidth={2.6}
        dotSize={2}
        throttle={0}
        minDistance={1.5}
        canvasProps={{ className: 'sig-pad__canvas', 'aria-hidden': true }}
      />
    </div>
  );
}

/** Draws all recorded strokes at the field's current size and pixel density. */
function draw(drawing: SignatureCanvas, field: HTMLElement, recorder: Recorder): void {
  const canvas = drawing.getCanvas();
  const density = Math.min(3, Math.max(1, window.devicePixelRatio || 1));
  const width = Math.round(field.clientWidth * density);
  const height = Math.round(field.clientHeight * density);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  canvas.getContext('2d')?.setTransform(density, 0, 0, density, 0, 0);
  const groups: DrawnPoint[][] = recorder.strokes
    .filter((stroke) => stroke.points.length > 0)
    .map((stroke) => drawnStroke(stroke, recorder.view, INK));
  // signature_pad 2 accepts plain points here; its types require instances of a class that it does
  // not export.
  drawing.fromData(groups as unknown as Parameters<SignatureCanvas['fromData']>[0]);
}

/**
 * Lets the library draw the running stroke: it receives only samples accepted by the recorder, as
 * synthetic mouse events.
 */
function livePen(canvas: HTMLCanvasElement): {
  follow: (samples: readonly Sample[], isStart: boolean) => void;
  forget: () => void;
} {
  let isDown = false;
  const send = (type: 'mousedown' | 'mousemove' | 'mouseup', x: number, y: number) => {
    const { left, top } = canvas.getBoundingClientRect();
    canvas.dispatchEvent(
      new MouseEvent(type, {
        bubbles: type === 'mouseup',
        button: 0,
        buttons: 1,
        clientX: x + left,
        clientY: y + top,
      }),
    );
  };
  return {
    follow(samples, isStart) {
      for (const sample of samples) {
        send(isDown && !isStart ? 'mousemove' : 'mousedown', sample.x, sample.y);
        isDown = true;
      }
    },
    forget() {
      if (isDown) send('mouseup', 0, 0);
      isDown = false;
    },
  };
}

interface PenEvents {
  onTaken(samples: readonly Sample[], isStart: boolean): void;
  onLifted(): void;
}

/**
 * Feeds the recorder from the field's pointer events and prevents every other reaction of the page;
 * returns the cleanup.
 */
function listen(field: HTMLElement, recorder: Recorder, events: PenEvents): () => void {
  const lock = (event: Event) => {
    if (recorder.isWriting && event.cancelable) event.preventDefault();
  };
  // The library has its own mouse and touch listeners and would draw palms and second fingers.
  const shield = (event: Event) => {
    if (event.isTrusted) event.stopPropagation();
    if (event.isTrusted && event.type.startsWith('touch') && event.cancelable)
      event.preventDefault();
  };
  const begin = (event: PointerEvent) => {
    const sample = sampleOf(event, event, field);
    if (!recorder.down(sample)) return;
    if (field.hasPointerCapture !== undefined) capture(field, event.pointerId);
    events.onTaken([sample], true);
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    begin(event);
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerType === 'pen' && event.buttons === 0) recorder.penSeen(timeOf(event, event));
    if (!recorder.isWriting) {
      // Scribble on an iPad swallows the start of a quick second stroke, not its line.
      if (event.pointerType === 'pen' && (event.buttons & 1) === 1) begin(event);
      return;
    }
    const all = event.getCoalescedEvents?.() ?? [];
    const taken = recorder.move(
      (all.length > 0 ? all : [event]).map((one) => sampleOf(one, event, field)),
    );
    if (taken.length > 0) events.onTaken(taken, false);
  };
  const onUp = (event: PointerEvent) => {
    if (recorder.up(event.pointerId)) events.onLifted();
  };
  const noMenu = (event: Event) => event.preventDefault();
  const shielded = ['mousedown', 'mousemove', 'touchstart', 'touchmove', 'touchend'] as const;

  field.addEventListener('pointerdown', onDown);
  field.addEventListener('pointermove', onMove);
  field.addEventListener('pointerup', onUp);
  field.addEventListener('pointercancel', onUp);
  field.addEventListener('contextmenu', noMenu);
  for (const type of shielded)
    field.addEventListener(type, shield, { capture: true, passive: false });
  document.addEventListener('touchmove', lock, { passive: false });
  document.addEventListener('wheel', lock, { passive: false });
  return () => {
    field.removeEventListener('pointerdown', onDown);
    field.removeEventListener('pointermove', onMove);
    field.removeEventListener('pointerup', onUp);
    field.removeEventListener('pointercancel', onUp);
    field.removeEventListener('contextmenu', noMenu);
    for (const type of shielded) field.removeEventListener(type, shield, { capture: true });
    document.removeEventListener('touchmove', lock);
    document.removeEventListener('wheel', lock);
  };
}

function capture(field: HTMLElement, pointerId: number): void {
  try {
    // A line that leaves the field and comes back stays one line.
    field.setPointerCapture(pointerId);
  } catch {
    // The pointer is already released (a tap shorter than the event queue); its up event follows.
  }
}

function kindOf(type: string): PointerKind {
  return type === 'pen' || type === 'touch' ? type : 'mouse';
}

/** Coalesced events of some browsers have no timestamp. */
function timeOf(event: PointerEvent, parent: PointerEvent): number {
  return event.timeStamp > 0
    ? event.timeStamp
    : parent.timeStamp > 0
      ? parent.timeStamp
      : performance.now();
}

function sampleOf(event: PointerEvent, parent: PointerEvent, field: HTMLElement): Sample {
  const { left, top } = field.getBoundingClientRect();
  return {
    id: parent.pointerId,
    kind: kindOf(parent.pointerType),
    x: event.clientX - left - field.clientLeft,
    y: event.clientY - top - field.clientTop,
    at: timeOf(event, parent),
    pressure: event.pressure,
  };
}
