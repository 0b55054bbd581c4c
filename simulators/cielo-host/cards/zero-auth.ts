import { detectBrand, maskCardNumber } from '../../../src/gateway/card-data/index.ts';
import { adviceCode, decide } from '../../../src/gateway/providers/issuer/index.ts';
import { DELIVERY_OF_ANSWER } from '../../host/card/wire-answer.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { readCard } from '../sales/read-card.ts';

const CHECKED: ReadonlySet<string | undefined> = new Set(['VISA', 'MASTERCARD', 'ELO']);
const SCHEME_ID_DIGITS = 15;

/** `POST /1/zeroauth`: asks the issuer about a card without an amount. Nothing goes into the book. */
export async function zeroAuth(host: Host, { body, merchant }: Call): Promise<HostAnswer> {
  const card = readCard(body, merchant.merchantId, host.cards);
  const { number, cvv, month, year } = card;
  const scenario = host.chance.scenarioFor(number);
  const brand = detectBrand(number);
  host.requests.add({ at: host.clock.now(), operation: 'verify', number: maskCardNumber(number), brand });
  // One error, not a list of them.
  if (merchant.withoutZeroAuth)
    return { status: 400, body: { Code: 322, Message: 'Zero Auth is not enabled' } };
  const decision = decide(
    { number, cvv, expirationMonth: month, expirationYear: year, brand, amount: 0, now: host.clock.now() },
    scenario,
  );
  if (!CHECKED.has(decision.brand)) return { status: 400, body: { Code: 57, Message: 'Bandeira inválida' } };
  const advice = adviceCode(decision.scenario, decision.brand, decision.code);
  const id = host.nextNumber().slice(-SCHEME_ID_DIGITS);
  return {
    status: 200,
    body: {
      Valid: decision.approved,
      ReturnCode: decision.code,
      ReturnMessage: decision.approved ? 'Transacao autorizada' : 'Autorizacao negada',
      ...(advice !== undefined && { MerchantAdviceCode: advice }),
      ...(decision.approved && { IssuerTransactionId: id, TransactionLinkId: `L${id}` }),
    },
    delivery: DELIVERY_OF_ANSWER[scenario.authorize.answer],
  };
}
