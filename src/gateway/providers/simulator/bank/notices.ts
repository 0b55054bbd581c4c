import type { Job } from '../../../../platform/jobs/index.ts';
import type { SimulatedBankOptions } from './bank-options.ts';
import { type BankCharge, type BankPayment, bankPaymentOf, type Happening } from './book/bank-charge.ts';
import { dueNotices } from './book/settle.ts';
import { wirePayment } from './book/wire-payment.ts';
import type { BankBook } from './pix-book.ts';
import { NOTICE_RETRIES_MS } from './scenarios.ts';

const EVERY_MS = 250;
const AT_ONCE = 50;
/** In one run: what is left waits for the next one. */
const MAX_ROUNDS = 100;

type NoticeContext = Pick<
  SimulatedBankOptions,
  'clock' | 'timeScale' | 'storage' | 'onNotice' | 'onStorageError'
> & { readonly book: BankBook };

type Tell = Extract<Happening, { kind: 'tell' }>;

export function bankJob(context: NoticeContext): Job {
  return {
    name: 'simulated bank',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
        const due = await context.storage.due(context.clock.now(), AT_ONCE);
        if (due.length === 0 || signal.aborted) return;
        const ended = await Promise.allSettled(due.map(({ charge }) => letHappen(context, charge.txid)));
        const failed = ended.find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
        if (due.length < AT_ONCE) return;
      }
    },
  };
}

/** What is due comes into the book first; only then it is told. Told twice rather than not at all. */
async function letHappen(context: NoticeContext, txid: string): Promise<void> {
  const { book, clock } = context;
  const charge = await book.find(txid);
  if (!charge) return;
  for (const notice of dueNotices(charge, clock.now())) {
    const taken = await send(context, charge, notice);
    await book.change(txid, (current) => ({
      charge: { ...current, agenda: afterNotice(current, notice, taken, context) },
      told: undefined,
    }));
  }
}

async function send(
  { onNotice, onStorageError }: NoticeContext,
  charge: BankCharge,
  { endToEndId }: Tell,
): Promise<boolean> {
  const payment = bankPaymentOf(charge, endToEndId);
  try {
    return await onNotice({ accountId: charge.accountId, body: noticeOf(charge, endToEndId, payment) });
  } catch (error) {
    onStorageError(error);
    return false;
  }
}

/** One that overtakes its payment names it all the same. */
function noticeOf(charge: BankCharge, endToEndId: string, payment: BankPayment | undefined) {
  const { txid } = charge;
  return { pix: [payment ? wirePayment(charge, payment) : { endToEndId, txid }] };
}

function afterNotice(
  { agenda }: BankCharge,
  sent: Tell,
  taken: boolean,
  { clock, timeScale }: NoticeContext,
): readonly Happening[] {
  const isSent = (one: Happening) =>
    one.kind === 'tell' &&
    one.at === sent.at &&
    one.endToEndId === sent.endToEndId &&
    one.tries === sent.tries;
  const index = agenda.findIndex(isSent);
  const rest = agenda.filter((_, at) => at !== index);
  const retryMs = taken || index < 0 ? undefined : NOTICE_RETRIES_MS[sent.tries];
  if (retryMs === undefined) return rest;
  return [...rest, { ...sent, at: clock.now() + Math.round(retryMs / timeScale), tries: sent.tries + 1 }];
}
