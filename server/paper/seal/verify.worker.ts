// Child process that judges one foreign PDF, so that a file made to hurt can neither hold up the server nor eat its memory.
import type { VerifyJob } from './verifier.ts';
import { verifyPdf } from './verify-pdf.ts';

async function answer({ bytes, trust, isKept }: VerifyJob): Promise<void> {
  process.send?.(await verifyPdf(bytes, trust, undefined, isKept));
}

// What rejects ends the process, and the parent hears that.
process.once('message', (job: VerifyJob) => void answer(job));
process.once('disconnect', () => process.exit(0));
