import { setImmediate as nextTurn } from 'node:timers/promises';
import { accountSettings } from '../../../simulators/pix-host/account.ts';
import type { BankName } from '../../../simulators/pix-host/bank-quirks.ts';
import { type PixHost, startPixHost } from '../../../simulators/pix-host/pix-host.ts';
import { centavosOf } from '../../../src/gateway/providers/bacen-pix/answer/money.ts';
import { createBankConnector } from '../../../src/gateway/providers/bacen-pix/connector.ts';
import { accountWith, PATIENT, profileOf } from '../../../src/gateway/providers/bacen-pix/test-bank.ts';
import { Refusal } from '../../../src/platform/refusal.ts';
import { until } from '../../support/waiting.ts';
import { endableDeadlines } from '../endable-deadlines.ts';
import { listenForNotices } from './notice-receiver.ts';
import type { BookedPix, ChargeFaultName, ChargeOperation, OpenChargeSubject } from './subject.ts';

const NOBODY = 'http://127.0.0.1:1';
const MAX_REQUESTS = 500;
const STEP_MS = 1_000;
const MAX_STEPS = 10;

/** Names of the host's own faults. */
const FAULTS: Readonly<Record<ChargeFaultName, string>> = {
  reset_before: 'reset_before',
  reset_after: 'reset_after',
  silence_before: 'timeout_before',
  silence_after: 'timeout_after',
  unauthorized: 'unauthorized',
  too_many_requests: 'too_many_requests',
  error_before: 'error_before',
  error_after: 'error_after',
  html_before: 'html_before',
  truncated: 'truncated',
  wrong_ids: 'wrong_ids',
};
const OPERATIONS: Readonly<Record<ChargeOperation, string>> = {
  create: 'create',
  query: 'query',
  remove: 'change',
  refund: 'refund',
  query_refund: 'query_refund',
};
const STATES: Readonly<Record<string, BookedPix['state']>> = {
  ATIVA: 'awaited',
  CONCLUIDA: 'paid',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'removed',
};

export const BANK_FAULTS = Object.keys(FAULTS) as readonly ChargeFaultName[];

/** The connector for a bank, with a host that has the ways of that bank. Their time moves with `advance` alone. */
export function openBankSubject(profile: BankName): OpenChargeSubject {
  return async () => {
    const deadlines = endableDeadlines();
    const startedAt = Date.now();
    let moved = 0;
    const host = await startPixHost({
      profile,
      plain: true,
      realClock: { now: () => startedAt },
      onHold: deadlines.endAll,
    });
    const receiver = await listenForNotices();
    const settings = await accountSettings(host);
    const now = () => startedAt + moved;
    const secret = settings.clientSecret ?? '';
    return {
      provider: createBankConnector(
        profileOf(profile),
        { clock: { now }, production: false, timeScale: 1 },
        PATIENT,
        deadlines.deadlineIn,
      ),
      account: accountWith(settings, '1'),
      unknownAccount: accountWith({ ...settings, clientId: 'nobody' }, '2'),
      unreachableAccount: accountWith({ ...settings, api: NOBODY, token: `${NOBODY}/token` }, '3'),
      now,
      // What happens by itself begins waits of its own: a payment, its notice.
      advance: async (ms) => {
        for (let left = ms, steps = 0; left > 0; steps += 1) {
          const step = steps < MAX_STEPS ? Math.min(left, STEP_MS) : left;
          moved += step;
          left -= step;
          host.control.advance({ advanceMs: step });
          // Begun in this turn of the event loop, where something was due.
          await nextTurn();
          await until('the notices have arrived', () => host.control.notices().underWay === 0);
        }
      },
      pay: async (txid, payment = {}) => {
        try {
          return host.control.pay({ txid, ...payment });
        } catch (error) {
          if (error instanceof Refusal && error.code === 'sim_conflict') return undefined;
          throw error;
        }
      },
      book: async (txid) => bookedOf(host, txid),
      noticesUrl: receiver.url,
      notices: async () => receiver.bodies,
      received: async () => {
        const { requests } = host.control.requests({ limit: MAX_REQUESTS });
        if (requests.length === MAX_REQUESTS) throw new Error('the host received more calls than it lists');
        return requests.filter(({ operation }) => operation !== 'token').length;
      },
      secrets: [secret, Buffer.from(`${settings.clientId}:${secret}`).toString('base64')].filter(Boolean),
      faults: {
        operations: Object.keys(OPERATIONS) as readonly ChargeOperation[],
        force: async (operation, fault, times) => {
          host.control.force({ operation: OPERATIONS[operation], fault: FAULTS[fault], times });
        },
        clear: async () => {
          host.control.reset();
        },
      },
      close: async () => {
        receiver.close();
        await host.close();
      },
    };
  };
}

function bookedOf(host: PixHost, txid: string): BookedPix | undefined {
  const [charge] = host.control.book({ txid }).charges;
  if (!charge) return undefined;
  const { status, valor, pix = [] } = charge as unknown as BookedForm;
  return {
    state: STATES[status] ?? 'removed',
    amount: centavosOf(valor.original) ?? 0,
    payments: pix.map(({ endToEndId, valor: paid, devolucoes = [] }) => ({
      endToEndId,
      amount: centavosOf(paid) ?? 0,
      returned: devolucoes
        .filter((one) => one.status !== 'NAO_REALIZADO')
        .reduce((sum, one) => sum + (centavosOf(one.valor) ?? 0), 0),
    })),
  };
}

interface BookedForm {
  readonly status: string;
  readonly valor: { readonly original: string };
  readonly pix?: readonly {
    readonly endToEndId: string;
    readonly valor: string;
    readonly devolucoes?: readonly { readonly valor: string; readonly status: string }[];
  }[];
}
