import { mayFallDue, type SlipBeside, type SlipSale, slipPaymentOf } from '../../gateway/kinds/slip/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import {
  amountLeft,
  Status,
  type Transaction,
  type TransactionStore,
  transactionRefuse,
} from '../../gateway/transactions/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { PanelCall } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import type { NewDueDate } from './slip-schema.ts';

const DAY_MS = 24 * 60 * 60_000;
const NEVER_MADE: readonly Status[] = [Status.denied, Status.failed];

const WHY_NOT = {
  paid: 'Este boleto já foi pago: não é preciso outro.',
  paidMeanwhile: 'O cliente acabou de pagar este boleto: nenhum outro foi emitido.',
  beingMade: 'O banco ainda está registrando este boleto. Espere um instante e tente de novo.',
  beingCanceled:
    'O banco ainda não baixou o boleto antigo, e nenhum outro foi emitido. O Guichê pede de novo sozinho: quando a venda estiver cancelada, peça o novo vencimento aqui.',
  neverMade: 'Este boleto não chegou a ser emitido: faça uma cobrança nova.',
  ofLink: 'Este boleto é de um link de pagamento: quem compra gera outro na página do link.',
  ofTill: 'Este boleto é de uma venda do caixa: cancele a venda e faça outra.',
  surplus: 'Chegou dinheiro deste boleto depois do fim: resolva com o cliente antes de cobrar de novo.',
  demo: 'Venda de demonstração: nenhum banco a conhece.',
  beingReplaced: 'Este boleto já está sendo trocado: veja a venda de novo em instantes.',
  replaced: 'Este boleto já foi trocado por outro: mude o vencimento do novo.',
} as const;
type Why = keyof typeof WHY_NOT;

const BY_SOMEBODY_ELSE: Readonly<Record<string, Why>> = {
  idempotency_running: 'beingReplaced',
  idempotency_mismatch: 'replaced',
};

export interface ReplacementDependencies {
  readonly payments: Pick<Payments, 'sell' | 'void' | 'slipOf'>;
  readonly transactions: Pick<TransactionStore, 'find'>;
  readonly clock: Clock;
  readonly time: LocalTime;
}

/** Why a slip is not exchanged for one with another due date, in Portuguese; undefined where it can be. */
export async function whyNotReplaced(
  { transactions }: Pick<ReplacementDependencies, 'transactions'>,
  sale: Transaction,
  beside: SlipBeside,
): Promise<string | undefined> {
  const why =
    whyNot(sale, beside) ??
    ((await liveReplacement({ transactions }, sale, beside)) ? 'replaced' : undefined);
  return why && WHY_NOT[why];
}

function whyNot({ order, result, demo }: Transaction, { surplus }: SlipBeside): Why | undefined {
  if (demo === 1) return 'demo';
  if (order.intention) return 'ofLink';
  if (order.chargeId !== undefined) return 'ofTill';
  if (result.capturedAmount !== undefined) return 'paid';
  if (result.status === Status.started || result.status === Status.pending) return 'beingMade';
  if (result.status === Status.canceling) return 'beingCanceled';
  if (NEVER_MADE.includes(result.status)) return 'neverMade';
  return surplus.length > 0 ? 'surplus' : undefined;
}

/** What was made instead of it and came to be. */
async function liveReplacement(
  { transactions }: Pick<ReplacementDependencies, 'transactions'>,
  { merchantId }: Transaction,
  { replacedBy }: SlipBeside,
): Promise<Transaction | undefined> {
  const found = replacedBy && (await transactions.find(merchantId, replacedBy.transactionId));
  return found && !NEVER_MADE.includes(found.result.status) ? found : undefined;
}

/**
 * Takes a slip back at its bank and makes the same with another due date: asked for again, the one that was made. Refusals:
 * slip_not_replaceable, field_invalid, and those of a void and of a sale.
 */
export async function replaceSlip(
  dependencies: ReplacementDependencies,
  sale: Transaction,
  call: PanelCall<NewDueDate, unknown>,
): Promise<Transaction> {
  const { payments, clock, time } = dependencies;
  const { dueOn } = call.body;
  const today = time.day(clock.now());
  if (!mayFallDue(dueOn, today)) {
    throw refusePanel('field_invalid', {
      field: 'dueOn',
      message: 'Escolha um dia de hoje a um ano à frente.',
    });
  }
  const beside = await payments.slipOf(sale);
  if (!beside?.slip) throw refusePanel('slip_not_replaceable', { message: WHY_NOT.neverMade });
  const made = await liveReplacement(dependencies, sale, beside);
  if (made && slipPaymentOf(made.order).dueOn === dueOn) return made;
  const why = whyNot(sale, beside) ?? (made ? 'replaced' : undefined);
  if (why) throw refuse(why);
  const origin = { kind: 'panel', requestId: call.requestId, userId: call.visitor.user.id } as const;
  const taken = await takeBack(dependencies, sale, {
    ...origin,
    reason: `Novo vencimento: ${dayText(dueOn)}`,
  });
  const { merchantId, id } = sale;
  try {
    const sold = await payments.sell({
      merchantId,
      origin: { ...origin, reason: `No lugar do boleto ${beside.slip.ourNumber ?? id}` },
      // Of many presses, and of two people, one makes it; after one that came to nothing it may be asked for again.
      idempotency: { key: `painel-venc:${id}:${beside.replacedBy?.transactionId ?? ''}`, content: { dueOn } },
      sale: withDueDate(taken, { dueOn, today }),
    });
    return sold.transaction;
  } catch (error) {
    const why = error instanceof Refusal ? BY_SOMEBODY_ELSE[error.code] : undefined;
    throw why ? refuse(why) : error;
  }
}

function refuse(why: Why): Refusal {
  return refusePanel('slip_not_replaceable', { message: WHY_NOT[why] });
}

type PanelOrigin = Parameters<Payments['void']>[0]['origin'];

/** The sale after its slip cannot be paid any more. */
async function takeBack(
  { payments, transactions }: ReplacementDependencies,
  sale: Transaction,
  origin: PanelOrigin,
): Promise<Transaction> {
  if (sale.result.status !== Status.intention) return sale;
  const { merchantId, id } = sale;
  const moved = await payments.void({
    ...{ merchantId, transactionId: id, origin },
    amount: undefined,
    // Never what was paid: where it is paid by now, another amount is left, and nothing is given back.
    left: amountLeft(sale) === 0 ? -1 : 0,
    idempotencyKey: undefined,
  });
  const current = await transactions.find(merchantId, id);
  if (!current) throw transactionRefuse('transaction_not_found');
  if (current.result.capturedAmount !== undefined) throw refuse('paidMeanwhile');
  if (moved.kind === 'refused') {
    if (current.result.status === Status.canceled) return current;
    throw moved.refusal;
  }
  if (current.result.status !== Status.canceled) throw refuse('beingCanceled');
  return current;
}

/** Its payer, its amount and its terms; a discount whose day is over is no term any more. */
function withDueDate(
  { id, amount, referenceId, order }: Transaction,
  { dueOn, today }: { readonly dueOn: string; readonly today: string },
): SlipSale {
  const { provider, providerVersion: _, payment: __, ...common } = order;
  const { payableUntil, expiresAt: ___, discounts, ...terms } = slipPaymentOf(order);
  return {
    ...{ referenceId, amount, provider },
    replaces: id,
    order: {
      ...common,
      payment: {
        ...terms,
        dueOn,
        payableDaysAfterDue: lateDaysOf(terms.dueOn, payableUntil),
        discounts: discounts.filter(({ until }) => until >= today && until <= dueOn),
      },
    },
  };
}

function lateDaysOf(dueOn: string, payableUntil: string): number {
  return Math.round((Date.parse(payableUntil) - Date.parse(dueOn)) / DAY_MS);
}

function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}
