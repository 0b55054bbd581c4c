import { registerPixPages } from '../../../gateway/checkout/index.ts';
import type { Pix } from '../../../gateway/kinds/pix/index.ts';
import { type SimulatedBank, txidOf } from '../../../gateway/providers/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { localTime } from '../../../platform/time/clock.ts';
import type { Room, RoomParts } from '../../room.ts';
import { shopOfPages } from '../hosted-pages.ts';

/** The page with the code of a Pix. `bank`: the sandbox's, whose charges a button on the page pays. */
export function pixPageRoom(
  parts: RoomParts,
  {
    pix,
    bank,
    settleCharge,
  }: {
    readonly pix: Pix;
    readonly bank: SimulatedBank | undefined;
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
  };
  return {
    jobs: [],
    register: (app) => registerPixPages(app, { ...pages, testPayer: bank && testPayerAt(bank) }),
    close: () => undefined,
  };
}

function testPayerAt({ control }: Pick<SimulatedBank, 'control'>) {
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
