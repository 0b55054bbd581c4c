import type { SimulatedClock } from '../../host/simulated-clock.ts';

/** What Cielo tells of, as `ChangeType`. */
export const CHANGE = { status: 1, cancelDenied: 5, chargeback: 7, fraudAlert: 8 } as const;

const ROUND_MS = 30 * 60_000;
/** The first one and three more. */
const MAX_TRIES = 4;
const MAX_WAITING = 10_000;
const ANSWER_WITHIN_MS = 10_000;

/** Where a shop wants to be told, with the headers that Cielo sends as its key. */
export interface NoticeTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Waiting {
  readonly paymentId: string;
  readonly changeType: number;
  readonly tries: number;
}

export interface NoticeChances {
  /** So many are lost, and tried again in the next round. */
  readonly lose: number;
  readonly twice: boolean;
}

/** Tells a shop what changed of its sales: in rounds, late by design, and each at most four times. */
export interface Notices {
  add(paymentId: string, changeType: number): void;
  sendTo(target: NoticeTarget | undefined): void;
  waiting(): readonly Waiting[];
  /** A round now. How many were taken, and how many were not. */
  send(chances?: Partial<NoticeChances>): Promise<{ readonly taken: number; readonly failed: number }>;
}

export function createNotices(clock: SimulatedClock, target?: NoticeTarget): Notices {
  let to = target;
  let waiting: readonly Waiting[] = [];
  let isRunning = false;

  const send: Notices['send'] = async ({ lose = 0, twice = false } = {}) => {
    const [round, count] = [waiting, { taken: 0, failed: 0 }];
    waiting = [];
    if (!to) return count;
    for (const [index, one] of round.entries()) {
      const isTaken = index >= lose && (await isTakenAt(to, one));
      if (isTaken && twice) await isTakenAt(to, one);
      if (isTaken) count.taken += 1;
      else count.failed += 1;
      if (!isTaken && one.tries + 1 < MAX_TRIES) waiting = [...waiting, { ...one, tries: one.tries + 1 }];
    }
    return count;
  };
  const rounds = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    while (await clock.wait(ROUND_MS)) await send();
  };

  return {
    add: (paymentId, changeType) => {
      if (!to) return;
      waiting = [...waiting, { paymentId, changeType, tries: 0 }].slice(-MAX_WAITING);
      void rounds();
    },
    sendTo: (changed) => {
      to = changed;
    },
    waiting: () => waiting,
    send,
  };
}

/** Only 200 counts. */
async function isTakenAt(
  { url, headers }: NoticeTarget,
  { paymentId, changeType }: Waiting,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ PaymentId: paymentId, ChangeType: changeType }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
