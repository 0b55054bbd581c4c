import type { FastifyInstance, FastifyReply } from 'fastify';
import { moneyText } from '../../../platform/text/number-text.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import type { SlipAtAddress, Slips } from '../../kinds/slip/index.ts';
import { slipPdf } from '../../printed-slip/index.ts';
import { isPayable, returnUrlOf, type Transaction } from '../../transactions/index.ts';
import type { Shop } from '../page/offer.ts';
import { openOffers } from '../page/open-offers.ts';
import { closedShopPage, localText } from '../page/reply.ts';
import type { TestPayer } from '../page/test-payer.ts';
import { ANOTHER_WAY, WAY_PARAMETER } from '../page/ways.ts';
import { reload } from '../pix-page/reply.ts';
import type { OtherPages } from '../pix-page/routes.ts';
import { endedSlip, UNKNOWN_SLIP_PDF } from './ended-slip.ts';
import { printedSlip } from './printed.ts';
import { type ShownSlipPage, slipPage } from './reply.ts';
import { slipStandOf } from './slip-stand.ts';
import { slipView } from './slip-view.ts';

const PAGE_PATH = '/v1/url-payment/';

export interface SlipPages {
  readonly clock: Clock;
  readonly time: LocalTime;
  readonly sandbox: boolean;
  readonly slips: Pick<Slips, 'atAddress' | 'besideOf'>;
  shopOf(merchantId: number): Promise<Shop>;
  /** Tells who asked for the slip what became of its charge. */
  settleCharge(chargeId: number): Promise<void>;
  readonly testPayer: TestPayer | undefined;
  /** The hosted page of an intention. */
  intentionPath(transaction: Pick<Transaction, 'id'>): string;
}

/** The page of a slip, at the same addresses as the pages of Pix. */
export function slipPages(options: SlipPages): OtherPages {
  const { slips, clock, sandbox, testPayer } = options;
  return {
    stand: async (token) => {
      const found = await slips.atAddress(token);
      return found && slipStandOf(found, clock.now());
    },
    show: async (reply, token) => {
      const found = await slips.atAddress(token);
      if (!found) return undefined;
      const { status, shown } = await shownPage(options, found, `${PAGE_PATH}${token}`);
      return send(reply, status, shown, sandbox);
    },
    payTest: async (token) => {
      const found = await slips.atAddress(token);
      if (found) await testPayer?.pay(found.charge);
      return found !== undefined;
    },
  };
}

/** The slip as a file, while it can be paid. */
export function registerSlipFiles(app: FastifyInstance, options: SlipPages): void {
  const { slips, clock, sandbox } = options;
  app.get(`${PAGE_PATH}:token/pdf`, { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.params as { token: string };
    const found = await slips.atAddress(token);
    const now = clock.now();
    const isOut = found && slipStandOf(found, now) === 'waiting';
    const printed = isOut
      ? printedSlip(found, await options.shopOf(found.transaction.merchantId))
      : undefined;
    if (!printed) return send(reply, 404, UNKNOWN_SLIP_PDF, sandbox);
    return reply
      .type('application/pdf')
      .header('Content-Disposition', `inline; filename="boleto-${printed.ourNumber}.pdf"`)
      .header('Cache-Control', 'no-store')
      .header('X-Robots-Tag', 'noindex, nofollow')
      .send(await slipPdf(printed, now));
  });
}

async function shownPage(
  options: SlipPages,
  found: SlipAtAddress,
  address: string,
): Promise<{ readonly status: number; readonly shown: ShownSlipPage }> {
  const { clock, time } = options;
  const { transaction } = found;
  const now = clock.now();
  const shop = await options.shopOf(transaction.merchantId);
  const stand = slipStandOf(found, now);
  const printed = printedSlip(found, shop);
  const ask = `${address}/status`;
  if (stand === 'waiting' && printed) {
    if (!shop.takesPayments) return { status: 410, shown: closedShopPage(shop) };
    const isTestable = (await options.testPayer?.canPay(found.charge)) === true;
    const body = slipView({
      slip: printed,
      description: transaction.order.description,
      today: time.day(now),
      ask,
      pdf: `${address}/pdf`,
      testPay: isTestable ? `${address}/pagar-teste` : undefined,
      elsewhere: mayPayElsewhere(options, transaction)
        ? `${options.intentionPath(transaction)}?${WAY_PARAMETER}=${ANOTHER_WAY}`
        : undefined,
    });
    const title = `Boleto de ${moneyText(transaction.amount)} de ${shop.name}`;
    return { status: 200, shown: { title, shop, body, wide: true, refresh: reload('waiting', address) } };
  }
  const { chargeId } = transaction.order;
  if (chargeId !== undefined) await options.settleCharge(chargeId);
  const beside = (await options.slips.besideOf(transaction)) ?? NOTHING;
  const { payment } = beside;
  const paidAt = payment && localText(time, payment.receivedAt);
  const ended = stand === 'waiting' ? 'preparing' : stand;
  const page = endedSlip({
    ...{ found, beside, shop, stand: ended, ask, address, paidAt },
    toShop: returnUrlOf(transaction),
  });
  return { status: 200, shown: { ...page, refresh: reload(ended, address) } };
}

/** The buyer of an intention may change his mind. */
function mayPayElsewhere(options: Pick<SlipPages, 'clock' | 'time'>, transaction: Transaction): boolean {
  const { intention } = transaction.order;
  if (!intention || !isPayable(transaction, options.clock.now())) return false;
  return openOffers(intention.offers, options).some(({ kind }) => kind !== 'bankSlip');
}

const NOTHING = {
  slip: undefined,
  terms: undefined,
  url: undefined,
  payment: undefined,
  ending: undefined,
  surplus: [],
};

function send(reply: FastifyReply, status: number, shown: ShownSlipPage, sandbox: boolean): FastifyReply {
  const { headers, text } = slipPage(shown, sandbox);
  return reply.code(status).headers(headers).send(text);
}
