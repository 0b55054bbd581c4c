import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerPages } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { PIX_PAGE_PATH, type Pix, type PixAtAddress } from '../../kinds/pix/index.ts';
import { returnUrlOf, type Transaction } from '../../transactions/index.ts';
import type { Shop } from '../page/offer.ts';
import { closedShopPage, localText } from '../page/reply.ts';
import type { TestPayer } from '../page/test-payer.ts';
import { codeView } from './code-view.ts';
import { pixPage, UNKNOWN_PIX_PAGE } from './ended-views.ts';
import { reload, type ShownPixPage, sendPixPage } from './reply.ts';
import { PASSING, standOf } from './stand.ts';

export interface PixPages {
  readonly clock: Clock;
  readonly time: LocalTime;
  readonly sandbox: boolean;
  readonly pix: Pick<Pix, 'atAddress' | 'besideOf'>;
  shopOf(merchantId: number): Promise<Shop>;
  /** Tells who asked for the page what became of its charge. */
  settleCharge(chargeId: number): Promise<void>;
  /** When a page that asks how its Pix stands may ask again, in milliseconds. */
  askPace(): number;
  /** Sandbox only: pays at the simulated bank, where the charge is its own. */
  readonly testPayer: TestPayer | undefined;
  /** What else has its page at such an address. */
  readonly others: OtherPages;
  /** The hosted page of an intention. */
  intentionPath(transaction: Pick<Transaction, 'id'>): string;
}

/** Pages of another kind of payment; each answers undefined for what is not its own. */
export interface OtherPages {
  stand(token: string): Promise<string | undefined>;
  show(reply: FastifyReply, token: string): Promise<FastifyReply | undefined>;
  /** False: it is not its own. */
  payTest(token: string): Promise<boolean>;
}

interface Visit {
  readonly shop: Shop;
  readonly address: string;
  readonly now: number;
}

/** The page with the code of a Pix, which turns into its receipt. */
export async function registerPixPages(app: FastifyInstance, options: PixPages): Promise<void> {
  const { pix, clock, time, sandbox, testPayer } = options;

  const send = (reply: FastifyReply, status: number, shown: ShownPixPage) =>
    sendPixPage(reply, status, shown, sandbox);

  const showCode = async (reply: FastifyReply, { transaction, charge }: PixAtAddress, visit: Visit) => {
    const { shop, address, now } = visit;
    if (!shop.takesPayments) return send(reply, 410, closedShopPage(shop));
    const isTestable = (await testPayer?.canPay(charge)) === true;
    const body = codeView({
      description: transaction.order.description,
      amount: transaction.amount,
      code: charge.code ?? '',
      until: localText(time, charge.expiresAt),
      leftMs: charge.expiresAt - now,
      ask: `${address}/status`,
      testPay: isTestable ? `${address}/pagar-teste` : undefined,
    });
    const title = `Pagar ${moneyText(transaction.amount)} a ${shop.name}`;
    return send(reply, 200, { title, shop, body, wide: true, refresh: reload('waiting', address) });
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await pix.atAddress(tokenOf(request));
    // There the buyer can have another code, or pay by card.
    if (found?.transaction.order.intention)
      return reply.redirect(options.intentionPath(found.transaction), 303);
    const beside = found && (await pix.besideOf(found.transaction));
    if (!found || !beside)
      return (await options.others.show(reply, tokenOf(request))) ?? send(reply, 404, UNKNOWN_PIX_PAGE);
    const { transaction } = found;
    const { chargeId } = transaction.order;
    const visit = {
      shop: await options.shopOf(transaction.merchantId),
      address: addressOf(request),
      now: clock.now(),
    };
    const { shop, address } = visit;
    const stand = standOf(found, visit.now);
    if (stand === 'waiting') return showCode(reply, found, visit);
    // The buyer shows this page at the till: by then the sale is paid there too.
    if (chargeId !== undefined && !PASSING.has(stand)) await options.settleCharge(chargeId);
    const shown = pixPage({
      found,
      beside,
      shop,
      stand,
      ask: `${address}/status`,
      address,
      paidAt: beside.payment && localText(time, beside.payment.receivedAt),
      toShop: returnUrlOf(transaction),
    });
    return send(reply, 200, { ...shown, refresh: reload(stand, address) });
  };

  const schema = { hide: true };
  app.get(`${PIX_PAGE_PATH}:token/status`, { schema }, async (request, reply) => {
    const found = await pix.atAddress(tokenOf(request));
    const status = found ? standOf(found, clock.now()) : await options.others.stand(tokenOf(request));
    return status === undefined ? send(reply, 404, UNKNOWN_PIX_PAGE) : { status, again: options.askPace() };
  });
  await registerPages(app, (pages) => {
    pages.get(`${PIX_PAGE_PATH}:token`, { schema }, show);
    if (!testPayer) return;
    pages.post(`${PIX_PAGE_PATH}:token/pagar-teste`, { schema }, async (request, reply) => {
      const found = await pix.atAddress(tokenOf(request));
      if (found) await testPayer.pay(found.charge);
      else if (!(await options.others.payTest(tokenOf(request)))) return send(reply, 404, UNKNOWN_PIX_PAGE);
      return reply.redirect(addressOf(request), 303);
    });
  });
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

function addressOf(request: FastifyRequest): string {
  return `${PIX_PAGE_PATH}${tokenOf(request)}`;
}
