import { createFairLimiter, type Limiter, type LimiterOptions } from '../../platform/limits/fair-limiter.ts';
import type { RequestSender } from '../interface/sender.ts';
import { refusePhoto } from './refusals.ts';

const RETRY_AFTER_SECONDS = 2;
const RETRY_PDF_AFTER_SECONDS = 60;
const refuse = () => refusePhoto('photos_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Decoding is the most expensive work of a request: a core and up to half a gigabyte. */
const ALL: LimiterOptions = {
  concurrency: 2,
  maxWaiting: 64,
  maxWaitingPerKey: 16,
  maxWaitingBytes: 64 * 1024 * 1024,
  refuse,
};
/** One at a time, so that one of the two slots is always left to callers with a key. */
const WITHOUT_KEY: LimiterOptions = {
  concurrency: 1,
  maxWaiting: 16,
  maxWaitingPerKey: 2,
  refuse,
};
/** One at a time: a PDF may take many times as long as a picture, for which one of the two slots is always left. */
const PDFS: LimiterOptions = {
  concurrency: 1,
  maxWaiting: 16,
  maxWaitingPerKey: 4,
  maxWaitingBytes: 64 * 1024 * 1024,
  maxWaitMs: 60_000,
  refuse: () => refusePhoto('pdfs_busy', { retryAfterSeconds: RETRY_PDF_AFTER_SECONDS }),
};

type Turn = <Result>(sender: RequestSender, bytes: number, work: () => Promise<Result>) => Promise<Result>;

/** Limiter of decoding: persons take turns; all callers without a key together count as one. */
export interface DecodingTurns {
  /** Refusal: photos_busy. */
  readonly picture: Turn;
  /** Refusals: pdfs_busy, also after a minute's wait; photos_busy. */
  readonly pdf: Turn;
}

export function createDecodingTurns(): DecodingTurns {
  const all: Limiter = createFairLimiter(ALL);
  const withoutKey: Limiter = createFairLimiter(WITHOUT_KEY);
  const pdfs: Limiter = createFairLimiter(PDFS);
  return {
    picture: (sender, bytes, work) =>
      'personId' in sender
        ? all({ key: keyOf(sender), bytes }, work)
        : withoutKey({ key: keyOf(sender) }, () => all({ key: 'without key', bytes }, work)),
    // Not behind all pictures of its person: other persons' PDFs wait for it.
    pdf: (sender, bytes, work) =>
      pdfs({ key: keyOf(sender), bytes }, () => all({ key: 'PDFs', bytes }, work)),
  };
}

function keyOf(sender: RequestSender): string {
  return 'personId' in sender ? `person ${sender.personId}` : sender.network;
}
