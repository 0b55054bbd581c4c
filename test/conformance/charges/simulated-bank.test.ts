import { testBank } from '../../../src/gateway/providers/simulator/bank/test-bank.ts';
import { Refusal } from '../../../src/platform/refusal.ts';
import { chargeConformance } from './charge-conformance.ts';
import type { BookedPix, ChargeSubject } from './subject.ts';

const STATES = { active: 'awaited', paid: 'paid', removed: 'removed' } as const;

/** The simulated bank of the sandbox. Its waits move its clock instead of taking time. */
async function openSimulatedBank(): Promise<ChargeSubject> {
  const { bank, provider, notices, now, pass, storage } = testBank();
  return {
    provider,
    account: { accountId: '0', settings: {} },
    unknownAccount: undefined,
    unreachableAccount: undefined,
    now,
    advance: pass,
    pay: (txid, payment) =>
      bank.control.pay({ txid, ...payment }).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'sim_not_payable') return undefined;
        throw error;
      }),
    book: async (txid): Promise<BookedPix | undefined> => {
      const kept = await storage.byTxid(txid);
      if (!kept) return undefined;
      const { state, amount, payments } = kept.charge;
      return {
        state: STATES[state],
        amount,
        payments: payments.map(({ endToEndId, amount, returns }) => ({
          endToEndId,
          amount,
          returned: returns.reduce((sum, one) => sum + (one.state === 'denied' ? 0 : one.amount), 0),
        })),
      };
    },
    noticesUrl: 'https://loja.example/pix/token',
    notices: async () => notices.map(({ body }) => body),
    received: async () => 0,
    secrets: [],
    faults: undefined,
    close: async () => bank.close(),
  };
}

chargeConformance('the simulated bank', openSimulatedBank, { credentials: false });
