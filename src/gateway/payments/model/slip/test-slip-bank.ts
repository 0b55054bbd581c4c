import { CHARGE_PAID, SLIP_BUSY } from '../../../providers/index.ts';
import { isPaidByBarcode, type SlipProvider } from '../../../providers/slips/slip-provider.ts';

/** How a bank for slips behaves now, beyond what the simulated one does by itself. */
export interface SlipBankState {
  /** It has taken a slip before, and registers it from then on. */
  registersFrom: number;
  /** Until then it cannot take a slip back. */
  busyUntil: number;
  /** The payer's bank took back its word that the barcode was paid. */
  isTakenBack: boolean;
}

const NOT_YET: Extract<Awaited<ReturnType<SlipProvider['remove']>>, { outcome: 'declined' }> = {
  outcome: 'declined',
  decline: {
    code: SLIP_BUSY,
    message: 'O título ainda não pode ser baixado',
    declineClass: 'wrong_function',
    reversible: true,
  },
  answer: {},
};

/** The simulated bank, which registers later, is busy, and is told of payments that were none. */
export function bankInState(bank: SlipProvider, now: () => number, state: SlipBankState): SlipProvider {
  const isRegistering = () => now() < state.registersFrom;
  return {
    ...bank,
    create: async (request) => {
      const outcome = await bank.create(request);
      const isLater = outcome.outcome === 'buyer_awaited' && isRegistering();
      return isLater ? { outcome: 'pending', answer: outcome.answer } : outcome;
    },
    query: async (ids) => {
      const found = await bank.query(ids);
      if (found.outcome !== 'found') return found;
      const { awaited, ...charge } = found.charge;
      if (awaited && isRegistering()) return { outcome: 'found', charge: { ...charge, state: 'pending' } };
      if (!state.isTakenBack) return found;
      const isShown = (payment: { readonly endToEndId: string; readonly settles: boolean }) =>
        !(payment.settles && isPaidByBarcode(payment));
      const payments = charge.payments?.filter(isShown) ?? [];
      return { outcome: 'found', charge: { ...charge, state: 'pending', payments } };
    },
    remove: async (ids) => {
      if (now() >= state.busyUntil) return bank.remove(ids);
      const found = await bank.query(ids);
      const isPaid = found.outcome === 'found' && found.charge.payments?.some(({ settles }) => settles);
      const decline = { ...NOT_YET.decline, code: isPaid ? CHARGE_PAID : SLIP_BUSY };
      return { ...NOT_YET, decline };
    },
  };
}
