import {
  registerPixPages,
  registerSlipFiles,
  slipPages,
  type TestPayer,
} from '../../../gateway/checkout/index.ts';
import type { Pix } from '../../../gateway/kinds/pix/index.ts';
import type { Slips } from '../../../gateway/kinds/slip/index.ts';
import type { Payments } from '../../../gateway/payments/index.ts';
import { type SimulatedBank, txidOf } from '../../../gateway/providers/index.ts';
import type { Transaction } from '../../../gateway/transactions/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { localTime } from '../../../platform/time/clock.ts';
import type { Room, RoomParts } from '../../room.ts';
import { shopOfPages } from '../hosted-pages.ts';

/** The pages of Pix and of slips. `testPayer`: the sandbox's, whose charges a button on the page pays. */
export function pixPageRoom(
  parts: RoomParts,
  {
    pix,
    slips,
    testPayer,
    askPace,
    payments,
    settleCharge,
  }: {
    readonly pix: Pix;
    readonly slips: Slips;
    readonly testPayer: TestPayer | undefined;
    askPace(): number;
    readonly payments: Pick<Payments, 'tokenOf'>;
    settleCharge(chargeId: number): Promise<void>;
  },
): Room {
  const pages = {
    clock: parts.rooms.clock,
    time: localTime(parts.config.timeZone),
    sandbox: parts.config.mode === 'sandbox',
    shopOf: shopOfPages(parts),
    pix,
    settleCharge,
    testPayer,
    askPace,
    intentionPath: (transaction: Pick<Transaction, 'id'>) => `/v1/payment/${payments.tokenOf(transaction)}`,
  };
  return {
    jobs: [],
    register: async (app) => {
      await registerPixPages(app, { ...pages, others: slipPages({ ...pages, slips }) });
      registerSlipFiles(app, { ...pages, slips });
    },
    close: () => undefined,
  };
}

/** Pays at the sandbox's bank. */
export function testPayerAt({ control }: Pick<SimulatedBank, 'control'>): TestPayer {
  return {
    canPay: async ({ reference }: { readonly reference: string }) =>
      (await control.book({ txid: txidOf(reference) })).length > 0,
    pay: async ({ reference }: { readonly reference: string }) => {
      try {
        await control.pay({ txid: txidOf(reference) });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    },
  };
}
