import { refuseControl } from '../../host/control/reading.ts';
import { objectOf } from '../../host/fields.ts';
import type { Charge, Payer, Payment } from '../charges/book.ts';
import { expiresAt } from '../charges/expiry.ts';
import type { Host } from '../host.ts';
import { scenarioOf } from '../scenarios.ts';
import { endToEndId } from '../wire/ids.ts';
import { centavosOf } from '../wire/money.ts';

export const DEMO_PAYER: Payer = { name: 'Maria Pagadora', document: '11144477735' };

export interface Paying {
  readonly amount?: number;
  readonly at?: number;
  readonly payer?: Payer;
  readonly message?: string;
  /** Also what is paid, removed or expired, and with another amount: a race that the bank lost. */
  readonly force?: boolean;
}

export function isPayable({ clock }: Host, charge: Charge): boolean {
  return charge.status === 'ATIVA' && clock.now() < expiresAt(charge);
}

/** The buyer pays. Throws a refusal of the control interface for what cannot be paid. */
export function receivePayment(host: Host, charge: Charge, paying: Paying): Payment {
  const { force = false, at = host.clock.now(), payer = DEMO_PAYER, message } = paying;
  const value = objectOf(charge.members.valor);
  const due = centavosOf(value.original) ?? 0;
  const { amount = due } = paying;
  if (!force && !isPayable(host, charge)) {
    const why = charge.status === 'ATIVA' ? 'está vencida' : `está ${charge.status}`;
    throw refuseControl('sim_conflict', { message: `A cobrança ${why}.` });
  }
  if (!force && amount !== due && value.modalidadeAlteracao !== 1) {
    throw refuseControl('sim_conflict', { message: 'O valor da cobrança não pode ser alterado.' });
  }
  const scenario = scenarioOf(charge.members);
  const payment: Payment = {
    endToEndId: endToEndId(at),
    client: charge.client,
    txid: charge.txid,
    key: String(charge.members.chave),
    amount,
    at,
    payer,
    message,
    returns: [],
    refundsFail: scenario === 'refund_fails',
  };
  host.book.addPayment(payment);
  if (charge.status === 'ATIVA') charge.status = 'CONCLUIDA';
  if (scenario !== 'notice_lost') host.notices.announce(payment, scenario === 'notice_three_times' ? 3 : 1);
  return payment;
}
