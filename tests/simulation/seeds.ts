/**
 * Regression seeds that once broke a rule, with their findings; run by name. A seed includes the
 * draw of its options: after a change there, find a seed with the same story.
 */
export const FOUND: readonly { seed: number; found: string }[] = [
  {
    seed: 1,
    found: '[F9] a body that stopped half-way held up token, heartbeat and push for ever',
  },
  { seed: 25, found: '[F13] a full disk that could not note a torn row hid every other task' },
  { seed: 73, found: '[F26] a torn inbox row was deleted and never fetched again' },
  {
    seed: 287,
    found:
      '[F19] the end of an older revision deleted the newer one that staff had put there meanwhile',
  },
  {
    seed: 900015,
    found:
      '[F4] a tablet whose heartbeats never came through counted as heard because it asked for tokens',
  },
  {
    seed: 3241,
    found:
      '[F9] a token answered by a captive portal left the tablet without an epoch, and every later push was refused',
  },
  {
    seed: 3814,
    found:
      '[F15] what staff had withdrawn while a tablet was out of contact was not reported with its storage',
  },
  {
    seed: 1786,
    found:
      '[F23] an ending sent from memory was not noted by a disk that took something again, and was offered once more after a restart',
  },
  {
    seed: 30581,
    found:
      '[F7] an ending that a refused write had sent from memory was lost with a server that was put back',
  },
  {
    seed: 901455,
    found:
      '[F7] a tablet that had let go of everything had nothing left to tell a server with that was put back further',
  },
  {
    seed: 32889,
    found:
      '[F7] an ending that a full disk had sent from memory was lost with a server that was put back',
  },
  {
    seed: 202177,
    found:
      '[F7] after a restore one task was where staff had moved it, and the rest of its Mappe lay nowhere',
  },
  {
    seed: 2132,
    found:
      '[F7] a wish to pull that came while a pull failed was forgotten, and what a server that was put back holds was told a minute late',
  },
  {
    seed: 5238,
    found:
      "[F1] a page that died while it was being opened was waited for without end: the model's own fault, and no bound ended the story",
  },
  {
    seed: 26898,
    found:
      '[F9] a captive portal that answered for the server made a draft count as sent, and the phone that took the task over began without it',
  },
  {
    seed: 900409,
    found:
      "[F14] a transaction that failed because its connection was lost was undone twice: the model's own fault",
  },
  {
    seed: 900941,
    found:
      "[S2] an ending that only the server held counted as nowhere while that server was down: the model's own fault",
  },
  {
    seed: 24745,
    found:
      '[F26] a damaged ending of a turn that staff had begun anew stopped the task where it lay now: its tablet was not told, and kept it when its Mappe went on at a phone',
  },
  {
    seed: 496,
    found:
      '[F18] a tablet that was signed out seconds after it was heard took two endings with it, and the board said nothing',
  },
  {
    seed: 1310723,
    found:
      '[F3] heartbeats that were lost for less than a minute hid a stall of 154 s: the board added nothing for the time since the last one',
  },
  {
    seed: 844,
    found:
      '[S4] what lay there of a task that was left, begun again on a disk that lost its connection, stayed under its key until the page was opened anew',
  },
  {
    seed: 96,
    found:
      '[S4] a draft of a task that went on elsewhere, and that nobody had open here any more, stayed under its key until the page was opened anew',
  },
  {
    seed: 110246,
    found:
      "[F15] two blank forms that were handed in while the server was down went with their tablet's storage, and nothing said so",
  },
  {
    seed: 8000781,
    found:
      '[F7] what a tablet had left together with a task that was signed for a server that was put back lay nowhere, and the board waited for it',
  },
  {
    seed: 940147,
    found:
      '[F12] an answer that was on its way while the lease ended put the cursor behind what had just been destroyed: a task that lay on the tablet was never told again',
  },
  {
    seed: 9402319,
    found:
      "[R7] a late signature of one of two lay aside, since the desk had put the paper onto a third device meanwhile: the model's own fault",
  },
  {
    seed: 3002407,
    found:
      '[F7] a tablet that had pushed to a server that was put back, and not yet told it what it holds, was signed out in the next second: two blank forms that were filled in there before it heard of that were reported nowhere',
  },
];
