import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { serveToken } from './access/token-route.ts';
import type { Call } from './call.ts';
import { freeLocation, listLocations, newLocation, readLocation } from './charges/locations.ts';
import { patchCharge, putCharge } from './charges/put-charge.ts';
import { listCharges, readCharge, readCode } from './charges/read-charge.ts';
import type { Host } from './host.ts';
import { listPayments, readPayment } from './payments/read-payments.ts';
import { askRefund, readRefund } from './payments/refunds.ts';
import { drawFault, serve, type Work } from './serve-operation.ts';
import { registerSlips } from './slips/routes.ts';
import { listNotices, readNoticeUrl, registerNotice, removeNotice } from './webhooks/registrations.ts';

const TXID_BYTES = 16;

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The interface that shops call. */
export function registerApi(app: FastifyInstance, host: Host): void {
  const { token, base, qrcode } = host.quirks;
  app.post(token.path, serveToken(host));
  const route = (method: Method, path: string, work: Work): void => {
    app[method](path, { onRequest: drawFault(host, work) }, serve(host, work));
  };
  registerCharges(route, base);
  if (qrcode !== 'none') {
    route('get', `${base.charge}/cob/:txid/qrcode`, { operation: 'query', scope: 'cob.read', run: readCode });
  }
  registerPayments(route, base.rest);
  registerLocations(route, base.rest);
  registerSlips(route, host);
}

type Route = (method: Method, path: string, work: Work) => void;

function registerCharges(route: Route, base: { readonly charge: string; readonly rest: string }): void {
  for (const kind of ['cob', 'cobv'] as const) {
    const [read, write] = [`${kind}.read`, `${kind}.write`] as const;
    const one = `${kind === 'cob' ? base.charge : base.rest}/${kind}/:txid`;
    const put = (host: Host, call: Call) => putCharge(host, kind, call);
    route('put', one, { operation: 'create', scope: write, run: put });
    route('patch', one, {
      operation: 'change',
      scope: write,
      run: (host, call) => patchCharge(host, kind, call),
    });
    route('get', one, { operation: 'query', scope: read, run: (host, call) => readCharge(host, kind, call) });
    route('get', `${base.rest}/${kind}`, {
      operation: 'list',
      scope: read,
      run: (host, call) => listCharges(host, kind, call),
    });
  }
  route('post', `${base.rest}/cob`, {
    operation: 'create',
    scope: 'cob.write',
    // The bank chooses the name, so that a lost answer cannot be found again.
    run: (host, call) =>
      putCharge(host, 'cob', { ...call, params: { txid: randomBytes(TXID_BYTES).toString('hex') } }),
  });
}

function registerPayments(route: Route, base: string): void {
  route('get', `${base}/pix`, { operation: 'payments', scope: 'pix.read', run: listPayments });
  route('get', `${base}/pix/:e2eid`, { operation: 'payment', scope: 'pix.read', run: readPayment });
  const refund = `${base}/pix/:e2eid/devolucao/:id`;
  route('put', refund, { operation: 'refund', scope: 'pix.write', run: askRefund });
  route('get', refund, { operation: 'query_refund', scope: 'pix.read', run: readRefund });
  const notice = `${base}/webhook/:chave`;
  const written = { operation: 'webhook', scope: 'webhook.write', isEmpty: true } as const;
  route('put', notice, { ...written, run: registerNotice });
  route('delete', notice, { ...written, run: removeNotice });
  route('get', notice, { operation: 'webhook', scope: 'webhook.read', run: readNoticeUrl });
  route('get', `${base}/webhook`, { operation: 'webhook', scope: 'webhook.read', run: listNotices });
}

function registerLocations(route: Route, base: string): void {
  const [read, write] = ['payloadlocation.read', 'payloadlocation.write'] as const;
  route('post', `${base}/loc`, { operation: 'location', scope: write, run: newLocation });
  route('get', `${base}/loc`, { operation: 'location', scope: read, run: listLocations });
  route('get', `${base}/loc/:id`, { operation: 'location', scope: read, run: readLocation });
  route('delete', `${base}/loc/:id/txid`, { operation: 'location', scope: write, run: freeLocation });
}
