import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';
import { accountSettings } from '../../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../../simulators/pix-host/pix-host.ts';
import { PATIENT } from '../../../src/gateway/providers/bacen-pix/test-bank.ts';
import { C6BANK } from '../../../src/gateway/providers/bank-slips/c6/dialect.ts';
import { createSlipConnector } from '../../../src/gateway/providers/bank-slips/connector.ts';
import { ITAU } from '../../../src/gateway/providers/bank-slips/itau/dialect.ts';
import type { RegisteredSlip } from '../../../src/gateway/providers/outcome.ts';
import type {
  SlipIds,
  SlipProvider,
  SlipRequest,
} from '../../../src/gateway/providers/slips/slip-provider.ts';
import { Secret } from '../../../src/platform/secret.ts';
import { endableDeadlines } from '../endable-deadlines.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Noon of a Wednesday in Brasília: days of the calendar stay what they are while a test runs. */
const NOW = Date.UTC(2026, 10, 25, 15);
export const DUE = '2026-12-10';

/** A bank as slips are made there. */
export interface SlipBank {
  readonly name: string;
  readonly provider: 'ITAU' | 'C6BANK';
  readonly product: 'hybrid' | 'plain';
}

export const SLIP_BANKS: readonly SlipBank[] = [
  { name: 'Itaú, hybrid', provider: 'ITAU', product: 'hybrid' },
  { name: 'Itaú, plain', provider: 'ITAU', product: 'plain' },
  { name: 'C6 Bank, hybrid', provider: 'C6BANK', product: 'hybrid' },
  { name: 'C6 Bank, plain', provider: 'C6BANK', product: 'plain' },
];

/** A simulated bank and the connector to it. Its time stands still until `later`. */
export interface SlipRoom {
  readonly host: PixHost;
  readonly bank: SlipProvider;
  request(more?: Partial<SlipRequest>): SlipRequest;
  /** Registers one; what it is called. */
  registered(more?: Partial<SlipRequest>): Promise<{ readonly ids: SlipIds; readonly slip: RegisteredSlip }>;
  later(ms: number): void;
  fault(operation: 'slip' | 'slip_query' | 'slip_cancel', fault: string): void;
}

export async function openSlipRoom(t: TestContext, { provider, product }: SlipBank): Promise<SlipRoom> {
  const deadlines = endableDeadlines();
  let moved = 0;
  const host = await startPixHost({
    profile: provider,
    plain: true,
    realClock: { now: () => NOW },
    onHold: deadlines.endAll,
  });
  t.after(() => host.close());
  const settings = { ...(await accountSettings(host)), slipProduct: product };
  const account = {
    accountId: '7',
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, new Secret(value)])),
  };
  const bank = createSlipConnector(
    provider === 'ITAU' ? ITAU : C6BANK,
    { clock: { now: () => NOW + moved }, production: false, timeScale: 1 },
    PATIENT,
    deadlines.deadlineIn,
  );
  let numbers = 0;
  const request: SlipRoom['request'] = (more = {}) => {
    numbers += 1;
    return {
      acquirerReference: newReference(),
      number: numbers,
      account,
      amount: 12_345,
      emittedOn: '2026-11-25',
      dueOn: DUE,
      payableUntil: '2027-01-09',
      payer: {
        name: 'Maria Aparecida da Conceição',
        document: '52998224725',
        email: undefined,
        phone: undefined,
        address: {
          street: 'Avenida Brigadeiro Faria Lima',
          number: '4440',
          complement: 'conjunto 121',
          district: 'Itaim Bibi',
          zipcode: '04538132',
          city: 'São Paulo',
          state: 'SP',
        },
      },
      guarantor: undefined,
      instructions: 'Não receber após o vencimento – fale com a loja',
      interest: { type: 'monthlyPercent', value: 100 },
      fine: { type: 'percent', value: 200 },
      discounts: [{ until: '2026-12-05', type: 'amount', value: 500 }],
      ...more,
    };
  };
  return {
    host,
    bank,
    request,
    async registered(more) {
      const asked = request(more);
      const outcome = await bank.create(asked);
      assert.ok(outcome.outcome === 'buyer_awaited', JSON.stringify(outcome));
      const { nextAction, answer } = outcome;
      assert.ok(nextAction.kind === 'slip');
      return { ids: { ...asked, theirId: answer.theirId }, slip: nextAction.slip };
    },
    later(ms) {
      moved += ms;
      host.control.advance({ advanceMs: ms });
    },
    fault: (operation, fault) => {
      host.control.force({ operation, fault });
    },
  };
}

function newReference(): string {
  return Array.from({ length: 16 }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('');
}
