import type { FastifyInstance } from 'fastify';
import { keepCard, readKeptCard } from './cards/keep-card.ts';
import { zeroAuth } from './cards/zero-auth.ts';
import type { Host } from './host.ts';
import type { Operation } from './operations.ts';
import { authorizeSale } from './sales/authorize-sale.ts';
import { cancelOrder, cancelSale } from './sales/cancel-sale.ts';
import { captureSale } from './sales/capture-sale.ts';
import { queryByTid, queryOrder, querySale } from './sales/query-sale.ts';
import { drawFault, serve } from './serve-operation.ts';

/** What changes something. Queries are not answered here. */
export function registerApi(app: FastifyInstance, host: Host): void {
  const { drawn, serving } = operationsOf(host);
  for (const slash of ['', '/']) {
    app.post(`/1/sales${slash}`, drawn('authorize'), serving('authorize', authorizeSale));
    app.post(`/1/card${slash}`, drawn('tokenize'), serving('tokenize', keepCard));
    app.post(`/1/zeroauth${slash}`, drawn('verify'), serving('verify', zeroAuth));
  }
  app.put('/1/sales/:id/capture', drawn('capture'), serving('capture', captureSale));
  app.put('/1/sales/:id/void', drawn('refund'), serving('refund', cancelSale));
  app.put('/1/sales/OrderId/:order/void', drawn('refund'), serving('refund', cancelOrder));
}

/** The other host, which only answers queries. */
export function registerQueries(app: FastifyInstance, host: Host): void {
  const { drawn, serving } = operationsOf(host);
  for (const slash of ['', '/']) app.get(`/1/sales${slash}`, drawn('query'), serving('query', queryOrder));
  app.get('/1/sales/:id', drawn('query'), serving('query', querySale));
  app.get('/1/sales/acquirerTid/:tid', drawn('query'), serving('query', queryByTid));
  app.get('/1/card/:token', drawn('query'), serving('query', readKeptCard));
}

function operationsOf(host: Host) {
  return {
    drawn: (operation: Operation) => ({ onRequest: drawFault(host, operation) }),
    serving: (operation: Operation, work: Parameters<typeof serve>[2]) => serve(host, operation, work),
  };
}
