import type { Host } from '../host.ts';
import type { Work } from '../serve-operation.ts';
import { cancelC6Slip, findC6Slip, registerC6Notices, registerC6Slip } from './c6.ts';
import { cancelItauSlip, findItauSlips, registerItauSlip } from './itau.ts';

type Route = (method: 'get' | 'put' | 'post' | 'patch', path: string, work: Work) => void;
type Run = Work['run'];

const WRITES = 'cob.write';
const READS = 'cob.read';

/** The slips of a bank, in its own words: Itaú's and C6's, each only at its own bank. */
export function registerSlips(route: Route, { quirks }: Pick<Host, 'quirks'>): void {
  if (quirks.slips === 'itau') registerItau(route);
  if (quirks.slips === 'c6') registerC6(route);
}

function registerItau(route: Route): void {
  const create =
    (version: 'plain' | 'hybrid'): Run =>
    (host, call) =>
      registerItauSlip(host, call, version);
  const plain = '/cash_management/v2/boletos';
  route('post', plain, { operation: 'slip', scope: WRITES, run: create('plain') });
  route('post', '/pix_recebimentos_conciliacoes/v2/boletos_pix', {
    operation: 'slip',
    scope: WRITES,
    run: create('hybrid'),
  });
  route('get', '/boletoscash/v2/boletos', { operation: 'slip_query', scope: READS, run: findItauSlips });
  route('patch', `${plain}/:id/baixa`, { operation: 'slip_cancel', scope: WRITES, run: cancelItauSlip });
}

function registerC6(route: Route): void {
  for (const [path, version] of [
    ['/v1/bank_slips', 'plain'],
    ['/v2/bank_slips', 'hybrid'],
  ] as const) {
    route('post', `${path}/`, {
      operation: 'slip',
      scope: WRITES,
      run: (host, call) => registerC6Slip(host, call, version),
    });
    route('get', `${path}/:id`, {
      operation: 'slip_query',
      scope: READS,
      run: (host, call) => findC6Slip(host, call, version),
    });
    route('put', `${path}/:id/cancel`, {
      operation: 'slip_cancel',
      scope: WRITES,
      run: (host, call) => cancelC6Slip(host, call, version),
    });
  }
  route('post', '/v1/webhooks', { operation: 'webhook', scope: WRITES, run: registerC6Notices });
}
