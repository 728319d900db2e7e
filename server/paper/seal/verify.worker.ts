// Child process that verifies one foreign PDF, so that a malicious file can neither block the
// server nor exhaust its memory.
import type { VerifyJob } from './verifier.ts';
import { verifyPdf } from './verify-pdf.ts';

async function answer({ bytes, trust, isKept }: VerifyJob): Promise<void> {
  process.send?.(await verifyPdf(bytes, trust, undefined, isKept));
}

// A rejection ends the process, and the parent notices.
process.once('message', (job: VerifyJob) => void answer(job));
process.once('disconnect', () => process.exit(0));
